import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import type { Answer, BoardServer } from '#app/boards/document/board-server.ts'
import { sendUnsent } from '#app/boards/document/send-unsent.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'

/** The changes of a page that drew these texts, one change for each text. */
function drawTexts(...texts: string[]): Uint8Array[] {
  const doc = new Y.Doc()
  const changes: Uint8Array[] = []
  doc.on('update', (change: Uint8Array) => changes.push(change))
  for (const text of texts) doc.getMap('elements').set(text, text)
  return changes
}

/** A tab with unsent changes, and a server whose answers the test chooses. */
function openTab(changes: Uint8Array[], answer: (texts: string[]) => Answer<{ last: number }>) {
  const memory = new Map([[unsentKey(boardId), JSON.stringify(changes.map(toBase64))]])
  const stored = new Y.Doc()
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  }
  const server: Pick<BoardServer, 'store'> = {
    store(data) {
      const { structs } = Y.decodeUpdate(data)
      const texts = structs.flatMap((struct) =>
        struct instanceof Y.Item ? struct.content.getContent() : [],
      ) as string[]
      const result = answer(texts)
      if (result !== 'lost' && !('refusal' in result)) Y.applyUpdate(stored, data)
      return Promise.resolve(result)
    },
  }
  return {
    send: () => sendUnsent({ boardId, server: server as BoardServer, storage }),
    storedTexts: () => [...stored.getMap<string>('elements').values()],
    isKept: () => memory.size > 0,
  }
}

const accepted = { last: 1 }
const refused = (code: string) => ({ refusal: { code, text: `refused: ${code}` } })

test('changes that a page could not store are stored by the page after the call, and then deleted', async () => {
  const tab = openTab(drawTexts('one', 'two'), () => accepted)
  expect(await tab.send()).toEqual({ problem: null })
  expect(tab.storedTexts()).toEqual(['one', 'two'])
  expect(tab.isKept()).toBe(false)
})

test('without a connection everything is kept for the next attempt', async () => {
  let isLost = true
  const tab = openTab(drawTexts('one'), () => (isLost ? 'lost' : accepted))
  expect(await tab.send()).toBe('later')
  expect(tab.isKept()).toBe(true)
  isLost = false
  expect(await tab.send()).toEqual({ problem: null })
  expect(tab.storedTexts()).toEqual(['one'])
})

test('only the changes that the server refuses are left out, with the reason', async () => {
  const changes = ['one', 'two', 'three', 'erased', 'four'].flatMap((text) => drawTexts(text))
  const tab = openTab(changes, (texts) => (texts.includes('erased') ? refused('board_keeps_others') : accepted))
  expect(await tab.send()).toEqual({ problem: 'refused: board_keeps_others' })
  expect(tab.storedTexts().toSorted()).toEqual(['four', 'one', 'three', 'two'])
  expect(tab.isKept()).toBe(false)
})

test.each([
  ['board_full', true],
  ['board_closed', false],
])('after the refusal %s the changes are kept: %s', async (code, isKept) => {
  const tab = openTab(drawTexts('one'), () => refused(code))
  expect(await tab.send()).toEqual({ problem: `refused: ${code}` })
  expect(tab.isKept()).toBe(isKept)
})

test('changes that are too large together are sent in parts', async () => {
  const changes = ['a', 'b', 'c'].flatMap((letter) => drawTexts(letter.repeat(100_000)))
  const tab = openTab(changes, () => accepted)
  expect(await tab.send()).toEqual({ problem: null })
  expect(tab.storedTexts()).toHaveLength(3)
})
