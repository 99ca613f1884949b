import { type EditorState, type Extension, type Range, RangeSet, StateEffect } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { listOthers } from '#app/boards/code/code-presence.ts'
import { findVisibleIndex } from '#app/boards/code/shared-code.ts'

const othersChanged = StateEffect.define()

type Options = {
  text: Y.Text
  presence: Awareness
  otherName: string
  /** The line of the other person's cursor, from 1, or null. */
  onOtherLine(line: number | null): void
}

/** Shows the cursor and the selection of the other person, with the name. */
export function otherSelections(options: Options): Extension {
  return ViewPlugin.define((view) => new OtherSelections(view, options), {
    decorations: ({ decorations }) => decorations,
  })
}

class OtherSelections {
  decorations: DecorationSet = Decoration.none
  readonly #view: EditorView
  readonly #options: Options
  #line: number | null = null

  constructor(view: EditorView, options: Options) {
    this.#view = view
    this.#options = options
    this.#read(view.state)
    options.presence.on('change', this.#onChange)
  }

  update({ docChanged, transactions, state }: ViewUpdate): void {
    const isPresence = transactions.some(({ effects }) => effects.some((effect) => effect.is(othersChanged)))
    if (docChanged || isPresence) this.#read(state)
  }

  destroy(): void {
    this.#options.presence.off('change', this.#onChange)
  }

  readonly #onChange = (changes: Record<'added' | 'updated' | 'removed', number[]>): void => {
    const { clientID } = this.#options.presence
    const isOther = Object.values(changes).some((clients) => clients.some((client) => client !== clientID))
    if (isOther) this.#view.dispatch({ effects: othersChanged.of(null) })
  }

  #read({ doc }: EditorState): void {
    const { text, presence, otherName, onOtherLine } = this.#options
    const ranges: Range<Decoration>[] = []
    let line: number | null = null
    for (const other of listOthers(presence)) {
      const [anchor, head] = [findVisibleIndex(text, other.anchor), findVisibleIndex(text, other.head)]
      if (anchor === null || head === null || Math.max(anchor, head) > doc.length) continue
      if (anchor !== head) ranges.push(selected.range(Math.min(anchor, head), Math.max(anchor, head)))
      ranges.push(
        Decoration.widget({
          widget: new OtherCaret(otherName, JSON.stringify(other.head)),
          side: head < anchor ? -1 : 1,
        }).range(head),
      )
      line = doc.lineAt(head).number
    }
    this.decorations = RangeSet.of(ranges, true)
    if (line !== this.#line) onOtherLine(line)
    this.#line = line
  }
}

const selected = Decoration.mark({ class: 'cm-other-selection' })

class OtherCaret extends WidgetType {
  readonly #name: string
  readonly #position: string

  constructor(name: string, position: string) {
    super()
    this.#name = name
    this.#position = position
  }

  /** A moved caret needs a new element, which shows the name again. Text written on this page does not move it. */
  override eq(other: OtherCaret): boolean {
    return other.#position === this.#position
  }

  toDOM(): HTMLElement {
    const caret = document.createElement('span')
    caret.className = 'cm-other-caret'
    caret.ariaHidden = 'true'
    // Shown by the style sheet, so that it is not part of the code for screen readers and copying.
    caret.dataset.name = this.#name
    return caret
  }

  override ignoreEvent(): boolean {
    return false
  }
}
