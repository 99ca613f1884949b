import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { createBoardAgent } from '#demo/answering/board-answer.ts'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import { findWriters } from '#domain/boards/rules.ts'

const session = '0199c0de-0000-7000-8000-000000000001'
const topic = `board:${session}` as const

function startBoard() {
  const doc = new Y.Doc()
  const stored: Uint8Array[] = []
  const http = {
    loadBoard: async () => ({ last: 1, changes: [toBase64(Y.encodeStateAsUpdate(doc))] }),
    storeBoard: async (_session: string, data: string) => {
      const change = fromBase64(data)
      stored.push(change)
      Y.applyUpdate(doc, change)
    },
  } as unknown as DemoHttpClient
  const model = createBoardModel(doc)
  const open = () =>
    createBoardAgent({ session, send: () => undefined, http: () => http, log: { warn: vi.fn<() => void>() } })
  const receive = (agent: ReturnType<typeof open>, last: number) =>
    agent.receive({ type: 'state', topic, data: { last } } as never)
  return { doc, stored, model, open, receive }
}

test('a demo expert draws once below the first drawing of the student, in its own name', async () => {
  vi.useFakeTimers()
  const { stored, model, open, receive } = startBoard()
  const agent = open()
  receive(agent, 0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toHaveLength(0)
  model.add({ kind: 'text', page: firstPageId, x: 30, y: 200, colour: 'ink', size: 20, text: 'What is a parabola?' })
  receive(agent, 1)
  receive(agent, 2)
  await vi.advanceTimersByTimeAsync(10_000)
  const answer = [...model.elements().values()].filter(({ id }) => id.startsWith('demo'))
  expect(answer.map(({ kind }) => kind)).toEqual(['line', 'line', 'stroke', 'formula', 'text'])
  expect(Math.min(...answer.map(({ y }) => y))).toBeGreaterThan(220)
  expect(new Set(stored.flatMap((change) => [...(findWriters(change) ?? [])])).size).toBe(1)

  // The demo was restarted during the call.
  const restarted = open()
  receive(restarted, 6)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toHaveLength(5)
  vi.useRealTimers()
})
