import * as Y from 'yjs'

/** The shared types of the pad in the document of a board. Pages of other versions use the same names. */
const textName = 'code'
const settingsName = 'code-settings'

export function getCodeText(doc: Y.Doc): Y.Text {
  return doc.getText(textName)
}

export function getCodeSettings(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(settingsName)
}

/*
 * Our pages add only text. A hostile browser can add other values, which Yjs counts although they have no characters.
 * So positions in the visible text and in the shared type differ and must be converted.
 */

/** Replaces a part of the visible text. */
export function replaceText(text: Y.Text, { from, to, insert }: { from: number; to: number; insert: string }): void {
  // Starts at the end, so that earlier positions stay valid. Deletes each run separately, because values between two
  // runs would make a single deletion remove other characters.
  for (const { shared, visible, length } of listRuns(text).toReversed()) {
    const [start, end] = [Math.max(from, visible), Math.min(to, visible + length)]
    if (end > start) text.delete(shared + start - visible, end - start)
  }
  if (insert) text.insert(toSharedIndex(text, from), insert)
}

/** `index` is a position in the visible text. */
function toSharedIndex(text: Y.Text, index: number): number {
  const run = listRuns(text).find(({ visible, length }) => index <= visible + length)
  return run ? run.shared + index - run.visible : text.length
}

/** `index` is a position in the shared type. */
function toVisibleIndex(text: Y.Text, index: number): number {
  const run = listRuns(text).findLast(({ shared }) => shared <= index)
  return run ? run.visible + Math.min(index - run.shared, run.length) : 0
}

/** The parts that are text, with their positions in the visible text and in the shared type. */
function listRuns(text: Y.Text): { visible: number; shared: number; length: number }[] {
  const runs = []
  let [visible, shared] = [0, 0]
  for (const { deleted, countable, length, content } of Y.getTypeChildren(text)) {
    if (deleted || !countable) continue
    if (content instanceof Y.ContentString) {
      runs.push({ visible, shared, length })
      visible += length
    }
    shared += length
  }
  return runs
}

/** A position in the shared code. It stays at its character while both people write. */
export type CodePosition = { client: number; clock: number } | 'end'

export function toCodePosition(text: Y.Text, index: number): CodePosition {
  const { item } = Y.createRelativePositionFromTypeIndex(text, toSharedIndex(text, index))
  return item ? { client: item.client, clock: item.clock } : 'end'
}

/** Returns the index in the visible text. Null if the position is unknown, or is not one that our pages write. */
export function findVisibleIndex(text: Y.Text, sent: unknown): number | null {
  if (sent === 'end') return text.toString().length
  const { client, clock } = Object(sent) as Record<string, unknown>
  if (!isCount(client) || !isCount(clock) || !text.doc) return null
  const position = new Y.RelativePosition(null, null, Y.createID(client, clock))
  const found = Y.createAbsolutePositionFromRelativePosition(position, text.doc)
  return found?.type === text ? toVisibleIndex(text, found.index) : null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
