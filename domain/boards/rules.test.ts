import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { findWriters } from '#domain/boards/rules.ts'

function encode(change: (board: Y.Doc) => void): { update: Uint8Array; writer: number } {
  const board = new Y.Doc()
  change(board)
  return { update: Y.encodeStateAsUpdate(board), writer: board.clientID }
}

test('the writers of a change are found, also when it only deletes', () => {
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

test.each([
  ['nothing', new Uint8Array()],
  ['half a change', encode((board) => board.getText('a').insert(0, 'Newton')).update.subarray(0, 9)],
  ['a count of a billion', new Uint8Array([1, 0x80, 0x94, 0xeb, 0xdc, 0x03, 1, 0])],
  ['text', new TextEncoder().encode('<script>alert(1)</script>')],
  ['binary data', encode((board) => board.getArray('pages').push([new Uint8Array(5)])).update],
  ['a document in a document', encode((board) => board.getMap('elements').set('a', new Y.Doc())).update],
  ['formatted text', encode((board) => board.getText('a').insert(0, 'a', { bold: true })).update],
])('%s is no change of a board', (_what, update) => {
  expect(findWriters(update)).toBeNull()
})
