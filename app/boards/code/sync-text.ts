import { Annotation, type Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import * as Y from 'yjs'
import { replaceText } from '#app/boards/code/shared-code.ts'

/** Marks editor changes that come from the shared text. */
export const fromSharedText = Annotation.define<true>()

/**
 * Keeps the editor and the shared text in sync. `origin` marks the changes of this editor, so that it can undo them.
 */
export function syncText(text: Y.Text, origin: object): Extension {
  return ViewPlugin.define((view) => new TextSync(view, text, origin))
}

class TextSync {
  readonly #view: EditorView
  readonly #text: Y.Text
  readonly #origin: object
  /** Whether all content of the shared text is visible, so that its positions are those of the editor. */
  #isPlain: boolean

  constructor(view: EditorView, text: Y.Text, origin: object) {
    this.#view = view
    this.#text = text
    this.#origin = origin
    this.#isPlain = this.#readIsPlain()
    text.observe(this.#onEvent)
  }

  update({ docChanged, transactions, changes }: ViewUpdate): void {
    if (!docChanged || transactions.some((transaction) => transaction.annotation(fromSharedText))) return
    const text = this.#text
    const replace = () => {
      // Starts at the end, so that earlier positions stay valid.
      const parts: { from: number; to: number; insert: string }[] = []
      changes.iterChanges((from, to, _fromNew, _toNew, inserted) =>
        parts.push({ from, to, insert: inserted.toString() }),
      )
      for (const part of parts.toReversed()) replaceText(text, part)
    }
    if (text.doc) text.doc.transact(replace, this.#origin)
    this.#isPlain = this.#readIsPlain()
  }

  destroy(): void {
    this.#text.unobserve(this.#onEvent)
  }

  readonly #onEvent = (event: Y.YTextEvent, { origin }: Y.Transaction): void => {
    if (origin === this.#origin) return
    const wasPlain = this.#isPlain
    this.#isPlain = this.#readIsPlain()
    const next = this.#text.toString()
    // Yjs replaces half of a surrogate pair by this character, and the event does not report that.
    const hasHalves = next.includes('\uFFFD')
    const changes =
      wasPlain && this.#isPlain && !hasHalves
        ? toChanges(event.delta)
        : findDifference(this.#view.state.doc.toString(), next)
    const last = changes.at(-1)
    if (!last) return
    const isOwnUndo = origin instanceof Y.UndoManager && origin.trackedOrigins.has(this.#origin)
    const changeSet = this.#view.state.changes(changes)
    this.#view.dispatch({
      changes: changeSet,
      annotations: fromSharedText.of(true),
      // Moves the cursor to the undone change.
      ...(isOwnUndo && { selection: { anchor: changeSet.mapPos(last.to ?? last.from, 1) }, scrollIntoView: true }),
    })
  }

  #readIsPlain(): boolean {
    return this.#text.length === this.#text.toString().length
  }
}

type Change = { from: number; to?: number; insert?: string }

function toChanges(delta: Y.YTextEvent['delta']): Change[] {
  const changes: Change[] = []
  let position = 0
  for (const step of delta) {
    if (typeof step.insert === 'string') changes.push({ from: position, insert: step.insert })
    if (step.delete !== undefined) {
      changes.push({ from: position, to: position + step.delete })
      position += step.delete
    }
    position += step.retain ?? 0
  }
  return changes
}

/** The part between the common start and the common end of two texts. */
function findDifference(before: string, after: string): Change[] {
  if (before === after) return []
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [{ from: start, to: before.length - end, insert: after.slice(start, after.length - end) }]
}
