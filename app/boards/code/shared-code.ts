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
 * A page of ours adds only text. The other browser can add other values, which Yjs counts but which have no characters.
 * So positions in the visible text and in the shared type are converted.
 */

/** `index` is a position in the visible text. */
export function toSharedIndex(text: Y.Text, index: number): number {
  let [visible, shared] = [0, 0]
  for (const { length, isVisible } of listItems(text)) {
    if (isVisible && index <= visible + length) return shared + index - visible
    visible += isVisible ? length : 0
    shared += length
  }
  return shared
}

/** `index` is a position in the shared type. */
export function toVisibleIndex(text: Y.Text, index: number): number {
  let [visible, shared] = [0, 0]
  for (const { length, isVisible } of listItems(text)) {
    if (index <= shared + length) return visible + (isVisible ? index - shared : 0)
    visible += isVisible ? length : 0
    shared += length
  }
  return visible
}

function listItems(text: Y.Text): { length: number; isVisible: boolean }[] {
  return Y.getTypeChildren(text)
    .filter(({ deleted, countable }) => !deleted && countable)
    .map(({ length, content }) => ({ length, isVisible: content instanceof Y.ContentString }))
}

/** A position that stays at its character while both people write. */
export type CodePlace = { client: number; clock: number } | 'end'

export function toPlace(text: Y.Text, index: number): CodePlace {
  const { item } = Y.createRelativePositionFromTypeIndex(text, toSharedIndex(text, index))
  return item ? { client: item.client, clock: item.clock } : 'end'
}

/** Returns the position in the visible text. Null if the place is unknown, or is not one that our pages write. */
export function findPlace(text: Y.Text, place: unknown): number | null {
  if (place === 'end') return text.toString().length
  const { client, clock } = Object(place) as Record<string, unknown>
  if (!isCount(client) || !isCount(clock) || !text.doc) return null
  const position = new Y.RelativePosition(null, null, Y.createID(client, clock))
  const found = Y.createAbsolutePositionFromRelativePosition(position, text.doc)
  return found?.type === text ? toVisibleIndex(text, found.index) : null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
