import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Booked } from '#demo/answering/booking-attendance.ts'
import { createExpertAgent } from '#demo/answering/expert-agent.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { ClientMessage, TopicState } from '#live/protocol.ts'

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

// Load the module before the timers are faked.
beforeEach(async () => {
  await import('#demo/answering/call.ts')
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function startAgent() {
  const sentMessages: ClientMessage[] = []
  const written: { id: string; text: string }[] = []
  const feedback: string[] = []
  const chat: Pick<SessionMessage, 'side'>[] = []
  const booked: Booked[] = []
  const came: string[] = []
  const http = {
    listMessages: async () => chat as SessionMessage[],
    writeMessage: async (_session: string, message: { id: string; text: string }) => {
      if (!written.some((known) => known.id === message.id)) written.push(message)
    },
    joinBooking: async (booking: string) => void came.push(booking),
    giveFeedback: async (_session: string, fields: URLSearchParams) =>
      void feedback.push(`${fields.getAll('strengths')}; ${fields.getAll('improvements')}; ${fields.get('note')}`),
  }
  const agent = createExpertAgent({ id, category: 'academic', log: { warn: () => undefined } })
  const listBooked = async () => booked
  const connect = () => agent.connect({ send: (message) => void sentMessages.push(message), http, listBooked })
  connect()
  const state = (data: Rings) => agent.receive({ type: 'state', topic, data })
  const joins = () => sentMessages.filter(({ type }) => type === 'join')
  const watches = () => sentMessages.flatMap((message) => (message.type === 'watch' ? [message.topic] : []))
  return { desk: agent, sentMessages, connect, state, joins, watches, written, feedback, chat, booked, came }
}

test('a ring is answered once, after three seconds', async () => {
  const { sentMessages, state, joins } = startAgent()
  expect(sentMessages).toEqual([{ type: 'watch', topic }])
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
  const { state, joins } = startAgent()
  state({ ring, open })
  await vi.advanceTimersByTimeAsync(1_000)
  state({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins()).toEqual([])
})

test('a new socket rejoins the current call, but not one that is over', async () => {
  const { desk: agent, state, joins, connect } = startAgent()
  state({ ring: null, open })
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toEqual([{ type: 'join', session }])
  agent.connect(undefined)
  connect()
  expect(joins()).toHaveLength(2)
  agent.receive({ type: 'gone', session })
  state({ ring: null, open })
  connect()
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toHaveLength(2)
})

/** Starts an agent that has joined the call. */
async function answer() {
  const sitting = startAgent()
  sitting.state({ ring, open })
  await vi.advanceTimersByTimeAsync(3_100)
  const ice = { servers: [], relayOnly: false }
  const joined = () => sitting.desk.receive({ type: 'joined', session, side: 'expert', epoch: 1, ice })
  joined()
  const publishChat = async (...sides: SessionMessage['side'][]) => {
    sitting.chat.push(...sides.map((side) => ({ side })))
    sitting.desk.receive({ type: 'state', topic: `chat:${session}`, data: { last: sitting.chat.length } })
    await vi.advanceTimersByTimeAsync(10)
  }
  const ended = async (data: Partial<TopicState<`session:${string}`>>) => {
    sitting.desk.receive({ type: 'gone', session })
    sitting.desk.receive({ type: 'state', topic: `session:${session}`, data: data as never })
    await vi.advanceTimersByTimeAsync(10_000)
  }
  await vi.advanceTimersByTimeAsync(10)
  return { ...sitting, joined, chatted: publishChat, ended }
}

test('the agent greets once as a demo and answers the first message of the student', async () => {
  const { written, chatted: publishChat, joined, connect, watches } = await answer()
  expect(written.map(({ text }) => text)).toEqual([expect.stringContaining('I am a demo expert')])
  await publishChat('expert')
  expect(written).toHaveLength(1)
  await publishChat('student')
  connect()
  joined()
  await publishChat('student')
  expect(written.map(({ text }) => text)).toEqual([
    expect.stringContaining('I am a demo expert'),
    expect.stringContaining('I am a demo and cannot read it'),
  ])
  expect(new Set(watches())).toEqual(new Set([topic, `chat:${session}`, `session:${session}`]))
})

test('only a charged session is followed by feedback', async () => {
  const paid = await answer()
  await paid.ended({ state: 'settled', chargedPaise: 10_00 as never })
  expect(paid.feedback).toEqual([
    expect.stringMatching(/^Clear questions,Good basics; Revise the basics; I am a demo expert/),
  ])
  for (const data of [
    { state: 'settled' as const, chargedPaise: 0 as never },
    { state: 'cancelled' as const, chargedPaise: null },
    { state: 'live' as const, chargedPaise: null },
  ]) {
    const free = await answer()
    await free.ended(data)
    expect(free.feedback).toEqual([])
  }
})

test('a booking is joined repeatedly from the earliest time until it begins, then the call is joined', async () => {
  const { state, joins, booked, came } = startAgent()
  const minute = 60_000
  booked.push(
    { id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now() + 90 * minute) },
    {
      id: 'another' as Booked['id'],
      state: 'booked',
      joinFrom: new Date(Date.now() + 40 * 24 * 60 * minute),
    },
  )
  state({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(89 * minute)
  expect(came).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(came.length).toBeGreaterThanOrEqual(6)
  expect(new Set(came)).toEqual(new Set([session]))
  for (const one of booked) one.state = 'begun'
  const before = came.length
  state({ ring: null, open: { ...open, state: 'connecting' } })
  await vi.advanceTimersByTimeAsync(minute)
  expect(came).toHaveLength(before)
  expect(joins()).toEqual([{ type: 'join', session }])
})

test('a cancelled booking is not joined, and none is joined without a socket', async () => {
  const { desk: agent, state, booked, came, connect } = startAgent()
  booked.push({ id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now() + 60_000) })
  state({ ring: null, open: null })
  booked.length = 0
  state({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(came).toEqual([])
  booked.push({ id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now()) })
  agent.connect(undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(came).toEqual([])
  connect()
  state({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(came).toEqual([session])
})
