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

// Load the modules before the timers are faked.
beforeEach(async () => {
  await Promise.all([import('#demo/answering/call.ts'), import('#demo/answering/board-answer.ts')])
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function startAgent() {
  const sentMessages: ClientMessage[] = []
  const written: { id: string; text: string }[] = []
  const feedback: string[] = []
  const chat: Pick<SessionMessage, 'side'>[] = []
  const booked: Booked[] = []
  const joinedBookings: string[] = []
  const http = {
    listMessages: async () => chat as SessionMessage[],
    writeMessage: async (_session: string, message: { id: string; text: string }) => {
      if (!written.some((known) => known.id === message.id)) written.push(message)
    },
    joinBooking: async (booking: string) => void joinedBookings.push(booking),
    loadBoard: async () => ({ last: 0, changes: [] }),
    storeBoard: async () => undefined,
    giveFeedback: async (_session: string, fields: URLSearchParams) =>
      void feedback.push(`${fields.getAll('strengths')}; ${fields.getAll('improvements')}; ${fields.get('note')}`),
  }
  const agent = createExpertAgent({ id, category: 'academic', log: { warn: () => undefined } })
  const listBooked = async () => booked
  const connect = () => agent.connect({ send: (message) => void sentMessages.push(message), http, listBooked })
  connect()
  const publishRings = (data: Rings) => agent.receive({ type: 'state', topic, data })
  const joins = () => sentMessages.filter(({ type }) => type === 'join')
  const watches = () => sentMessages.flatMap((message) => (message.type === 'watch' ? [message.topic] : []))
  return { agent, sentMessages, connect, publishRings, joins, watches, written, feedback, chat, booked, joinedBookings }
}

test('a ring is answered once, after three seconds', async () => {
  const { sentMessages, publishRings, joins } = startAgent()
  expect(sentMessages).toEqual([{ type: 'watch', topic }])
  publishRings({ ring, open })
  publishRings({ ring, open })
  await vi.advanceTimersByTimeAsync(2_900)
  expect(joins()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  publishRings({ ring: null, open })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins()).toEqual([{ type: 'join', session, accept: true }])
})

test('a ring that has stopped is not answered', async () => {
  const { publishRings, joins } = startAgent()
  publishRings({ ring, open })
  await vi.advanceTimersByTimeAsync(1_000)
  publishRings({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins()).toEqual([])
})

test('an offer that another expert accepted first is dropped, and the next offer is answered', async () => {
  const { agent, publishRings, joins, watches, connect } = startAgent()
  publishRings({ ring: { ...ring, asked: 3 }, open })
  await vi.advanceTimersByTimeAsync(3_100)
  expect(joins()).toEqual([{ type: 'join', session, accept: true }])
  agent.receive({ type: 'refused', what: 'join', session, text: 'Another expert accepted this question first.' })
  const endedOffer = { sessionId: session, state: 'taken' as const, studentName: 'Asha' }
  publishRings({ ring: null, open: null, endedOffer })
  const watchesBefore = watches().length
  connect()
  expect(watches().slice(watchesBefore)).toEqual([topic])
  const next = '0199c0de-0000-7000-8000-000000000002'
  publishRings({ ring: { ...ring, sessionId: next, asked: 2 }, open: { ...open, sessionId: next } })
  await vi.advanceTimersByTimeAsync(3_100)
  expect(joins().at(-1)).toEqual({ type: 'join', session: next, accept: true })
})

test('a new socket rejoins the current call, but not one that is over', async () => {
  const { agent, publishRings, joins, connect } = startAgent()
  publishRings({ ring: null, open })
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toEqual([{ type: 'join', session }])
  agent.connect(undefined)
  connect()
  expect(joins()).toHaveLength(2)
  agent.receive({ type: 'gone', session })
  publishRings({ ring: null, open })
  connect()
  await vi.advanceTimersByTimeAsync(10)
  expect(joins()).toHaveLength(2)
})

/** Starts an agent that has joined the call. */
async function startAnswered() {
  const started = startAgent()
  started.publishRings({ ring, open })
  await vi.advanceTimersByTimeAsync(3_100)
  const ice = { servers: [], relayOnly: false }
  const confirmJoin = () => started.agent.receive({ type: 'joined', session, side: 'expert', epoch: 1, ice })
  confirmJoin()
  const publishChat = async (...sides: SessionMessage['side'][]) => {
    started.chat.push(...sides.map((side) => ({ side })))
    started.agent.receive({ type: 'state', topic: `chat:${session}`, data: { last: started.chat.length } })
    await vi.advanceTimersByTimeAsync(10)
  }
  const publishEnd = async (data: Partial<TopicState<`session:${string}`>>) => {
    started.agent.receive({ type: 'gone', session })
    started.agent.receive({ type: 'state', topic: `session:${session}`, data: data as never })
    await vi.advanceTimersByTimeAsync(10_000)
  }
  await vi.advanceTimersByTimeAsync(10)
  return { ...started, confirmJoin, publishChat, publishEnd }
}

test('the agent greets once as a demo and answers the first message of the student', async () => {
  const { written, publishChat, confirmJoin, connect, watches } = await startAnswered()
  expect(written.map(({ text }) => text)).toEqual([expect.stringContaining('I am a demo expert')])
  await publishChat('expert')
  expect(written).toHaveLength(1)
  await publishChat('student')
  connect()
  confirmJoin()
  await publishChat('student')
  expect(written.map(({ text }) => text)).toEqual([
    expect.stringContaining('I am a demo expert'),
    expect.stringContaining('I am a demo and cannot read it'),
  ])
  expect(new Set(watches())).toEqual(new Set([topic, `chat:${session}`, `session:${session}`, `board:${session}`]))
})

test('only a charged session is followed by feedback', async () => {
  const paid = await startAnswered()
  await paid.publishEnd({ state: 'settled', chargedPaise: 10_00 as never })
  expect(paid.feedback).toEqual([
    expect.stringMatching(/^Clear questions,Good basics; Revise the basics; I am a demo expert/),
  ])
  for (const data of [
    { state: 'settled' as const, chargedPaise: 0 as never },
    { state: 'cancelled' as const, chargedPaise: null },
    { state: 'live' as const, chargedPaise: null },
  ]) {
    const free = await startAnswered()
    await free.publishEnd(data)
    expect(free.feedback).toEqual([])
  }
})

test('a booking is joined repeatedly from the earliest time until it begins, then the call is joined', async () => {
  const { publishRings, joins, booked, joinedBookings } = startAgent()
  const minute = 60_000
  booked.push(
    { id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now() + 90 * minute) },
    { id: 'another' as Booked['id'], state: 'booked', joinFrom: new Date(Date.now() + 40 * 24 * 60 * minute) },
  )
  publishRings({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(89 * minute)
  expect(joinedBookings).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(joinedBookings.length).toBeGreaterThanOrEqual(6)
  expect(new Set(joinedBookings)).toEqual(new Set([session]))
  for (const booking of booked) booking.state = 'begun'
  const before = joinedBookings.length
  publishRings({ ring: null, open: { ...open, state: 'connecting' } })
  await vi.advanceTimersByTimeAsync(minute)
  expect(joinedBookings).toHaveLength(before)
  expect(joins()).toEqual([{ type: 'join', session }])
})

test('a cancelled booking is not joined, and none is joined without a socket', async () => {
  const { agent, publishRings, booked, joinedBookings, connect } = startAgent()
  booked.push({ id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now() + 60_000) })
  publishRings({ ring: null, open: null })
  booked.length = 0
  publishRings({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(joinedBookings).toEqual([])
  booked.push({ id: session as Booked['id'], state: 'booked', joinFrom: new Date(Date.now()) })
  agent.connect(undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(joinedBookings).toEqual([])
  connect()
  publishRings({ ring: null, open: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(joinedBookings).toEqual([session])
})
