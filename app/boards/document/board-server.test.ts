import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { connectBoardServer } from '#app/boards/document/board-server.ts'
import { loadDocument } from '#app/boards/saved/load-document.ts'
import { boardUpdateMaxBytes } from '#kernel/limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const boardId = '0199c0de-0000-7000-8000-000000000001'
/** 100 kbit/s. */
const slowBytesPerSecond = 12_500

type Line = { bytesPerSecond: number; stopsAfter?: number }

/** Responds over a connection with this many bytes per second. The connection may stall. */
function startServer(answer: (url: string) => unknown, { bytesPerSecond, stopsAfter = Infinity }: Line) {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body, signal }: RequestInit) => {
    urls.push(url)
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    aborted.catch(() => undefined)
    const second = () => Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, 1_000))])
    for (let sent = 0; sent < String(body ?? '').length; sent += bytesPerSecond) await second()
    const bytes = new TextEncoder().encode(JSON.stringify(answer(url)))
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent >= stopsAfter) await aborted
        await second()
        controller.enqueue(bytes.subarray(sent, sent + bytesPerSecond))
        sent += bytesPerSecond
        if (sent >= bytes.length) controller.close()
      },
    })
    return new Response(stream)
  })
  return urls
}

/** The changes of a board with this many random texts, which cannot be compressed. */
function writeBoard(texts: number): Uint8Array[] {
  const doc = new Y.Doc()
  const changes: Uint8Array[] = []
  doc.on('update', (change: Uint8Array) => changes.push(change))
  for (let n = 0; n < texts; n += 1) doc.getMap('elements').set(`${n}`, randomUUID().repeat(30))
  return changes
}

function countElements(data: Uint8Array): number {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, data)
  return doc.getMap('elements').size
}

async function settle<Result>(promise: Promise<Result>): Promise<Result> {
  const state = { isSettled: false }
  const settled = promise.finally(() => (state.isSettled = true))
  while (!state.isSettled) await vi.advanceTimersByTimeAsync(1_000)
  return settled
}

test('a large board is loaded over a slow line', async () => {
  const changes = writeBoard(500)
  startServer(() => ({ last: 500, changes: changes.map(toBase64) }), { bytesPerSecond: slowBytesPerSecond })
  const answer = await settle(connectBoardServer(boardId).load(0))
  expect(answer).toMatchObject({ last: 500, hasMore: false })
  expect(countElements(Y.mergeUpdates((answer as { changes: Uint8Array[] }).changes))).toBe(500)
})

test('a connection that stalls in the middle counts as lost', async () => {
  const changes = writeBoard(500)
  startServer(() => ({ last: 500, changes: changes.map(toBase64) }), {
    bytesPerSecond: slowBytesPerSecond,
    stopsAfter: 100_000,
  })
  expect(await settle(connectBoardServer(boardId).load(0))).toBe('lost')
})

test('the largest change is stored over a slow line', async () => {
  startServer(() => ({ last: 1 }), { bytesPerSecond: slowBytesPerSecond })
  const change = new Uint8Array(boardUpdateMaxBytes)
  expect(await settle(connectBoardServer(boardId).store(change))).toEqual({ last: 1 })
})

test('a saved board is loaded in parts, and a server of the previous version sends it whole', async () => {
  const changes = writeBoard(5)
  const answerPart = (url: string) => {
    const after = Number(new URL(url, 'https://samjhao.example').searchParams.get('after'))
    const last = Math.min(after + 2, 5)
    return { last, changes: changes.slice(after, last).map(toBase64), more: last < 5 }
  }
  const urls = startServer(answerPart, { bytesPerSecond: slowBytesPerSecond })
  const load = () => settle(loadDocument({ boardId }))
  expect(countElements((await load()) as Uint8Array)).toBe(5)
  expect(urls).toEqual([0, 2, 4].map((after) => `/boards/${boardId}/changes?after=${after}&parts=1`))
  startServer(() => ({ last: 5, changes: changes.map(toBase64) }), { bytesPerSecond: slowBytesPerSecond })
  expect(countElements((await load()) as Uint8Array)).toBe(5)
})
