import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { findWriters, readChange, writersPerChangeMax } from '#domain/boards/rules.ts'

function encode(change: (board: Y.Doc) => void): { update: Uint8Array; writer: number } {
  const board = new Y.Doc()
  change(board)
  return { update: Y.encodeStateAsUpdate(board), writer: board.clientID }
}

test('the writers of a change are found, even when it only deletes', () => {
  const { update, writer } = encode((board) => {
    board.getArray('pages').push(['first'])
    const stroke = new Y.Map([['points', new Y.Text('AAAA')]])
    board.getMap('elements').set('a', stroke)
    board.getMap('elements').delete('a')
  })
  expect(findWriters(update)).toEqual(new Set([writer]))
  const other = encode((board) => board.getArray('pages').push(['second']))
  expect(findWriters(Y.mergeUpdates([update, other.update]))).toEqual(new Set([writer, other.writer]))
})

test('a change of many pages is counted with all its parts', () => {
  const { update } = encode((board) => {
    for (const id of ['a', 'b', 'c']) board.getMap('elements').set(id, new Y.Map([['kind', 'text']]))
  })
  expect(readChange(update)).toMatchObject({ parts: 6 })
})

const bytes = (...parts: number[]) => Uint8Array.from(parts.flatMap((part) => encodeNumber(part)))

/** Encodes a number in the format of lib0. */
function encodeNumber(number: number): number[] {
  return number < 128 ? [number] : [128 | (number % 128), ...encodeNumber(Math.floor(number / 128))]
}

/** A change with one deleted character of each writer. */
function changeOfWriters(count: number): Uint8Array {
  const writers = Array.from({ length: count }, (_, index) => [1, count - index, 0, 0, 1])
  return bytes(count, ...writers.flat(), 0)
}

test('a change of too many writers cannot come from our pages', () => {
  expect(findWriters(changeOfWriters(writersPerChangeMax))?.size).toBe(writersPerChangeMax)
  expect(findWriters(changeOfWriters(writersPerChangeMax + 1))).toBeNull()
})

test.each([
  ['nothing', new Uint8Array()],
  ['half a change', encode((board) => board.getText('a').insert(0, 'Newton')).update.subarray(0, 9)],
  ['a count of a billion', new Uint8Array([1, 0x80, 0x94, 0xeb, 0xdc, 0x03, 1, 0])],
  ['text', new TextEncoder().encode('<script>alert(1)</script>')],
  ['binary data', encode((board) => board.getArray('pages').push([new Uint8Array(5)])).update],
  ['a document in a document', encode((board) => board.getMap('elements').set('a', new Y.Doc())).update],
  ['a value inside too many others', encode((board) => board.getArray('pages').push([nest(20)])).update],
  [
    'a value with a prototype',
    encode((board) => board.getArray('pages').push([JSON.parse('{"__proto__":{}}')])).update,
  ],
  ['a key that is a prototype', encode((board) => board.getMap('elements').set('__proto__', 1)).update],
  ['a position that no page reaches', bytes(1, 2, 5, 0, 0, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER, 0)],
  ['a writer that no page has', bytes(1, 1, 2 ** 40, 0, 0, 1, 0)],
  ['formatted text', encode((board) => board.getText('a').insert(0, 'a', { bold: true })).update],
])('%s is not a valid change of a board', (_what, update) => {
  expect(findWriters(update)).toBeNull()
})

function nest(levels: number): unknown {
  return levels === 0 ? 1 : [nest(levels - 1)]
}
