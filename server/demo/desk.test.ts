import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '#kernel/ids.ts'
import type { ClientMessage, TopicState } from '#live/protocol.ts'
import { createDesk } from '#server/demo/desk.ts'

const id = '0199c0de-0000-7000-8000-000000000009' as AccountId
const topic = `rings:${id}` as const
const session = '0199c0de-0000-7000-8000-000000000001'
const ring = {
  sessionId: session,
  studentName: 'Asha',
  callType: 'video' as const,
  question: null,
  fileName: null,
  ratePaisePerMinute: 10_00 as never,
  sharePercent: 80,
  ringLeftMs: 45_000,
}

const open = {
  sessionId: session,
  side: 'expert' as const,
  state: 'ringing' as const,
  callType: 'video' as const,
  otherName: 'Asha',
}
type Rings = TopicState<typeof topic>

// Loaded before the clock stands still.
beforeEach(async () => {
  await import('#server/demo/call.ts')
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function sitDown() {
  const said: ClientMessage[] = []
  const desk = createDesk(id, { warn: () => undefined })
  const connect = () => desk.connect((message) => void said.push(message))
  connect()
  const state = (data: Rings) => desk.receive({ type: 'state', topic, data })
  return { desk, said, connect, state, joins: () => said.filter(({ type }) => type === 'join') }
}

test('a ring is answered after three seconds, once', async () => {
  const { said, state, joins } = sitDown()
  expect(said).toEqual([{ type: 'watch', topic }])
  state({ ring, open })
  state({ ring, open })
  await vi.advanceTimersByTimeAsync(2_900)
  expect(joins()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  state({ ring: null, open })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins()).toEqual([{ type: 'join', session, accept: true }])
})

test('a ring that has stopped is not answered', async () => {
  const { state, joins } = sitDown()
  state({ ring, open })
  await vi.advanceTimersByTimeAsync(1_000)
  state({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins()).toEqual([])
})

test('a new socket comes back into the call, and nobody comes back into one that is over', async () => {
  const { desk, state, joins, connect } = sitDown()
  state({ ring: null, open })
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toEqual([{ type: 'join', session }])
  desk.connect(undefined)
  connect()
  expect(joins()).toHaveLength(2)
  desk.receive({ type: 'gone', session })
  state({ ring: null, open })
  connect()
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toHaveLength(2)
})
