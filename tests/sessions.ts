import { randomUUID } from 'node:crypto'
import type { Context } from '#domain/context.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { leaseSession, saveReadings } from '#domain/sessions/meter-rows.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { type CallTimes, callTimes } from '#domain/sessions/rules.ts'
import type { SessionId } from '#kernel/ids.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { goOnline, newExpert, raviProfile } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

/** A clock that moves only when the test advances it. */
export function manualClock(start = new Date()): Clock & { advance(ms: number): void } {
  let at = start.getTime()
  return { now: () => new Date(at), advance: (ms) => void (at += ms) }
}

/** Creates people and contexts for sessions, with a test clock and a record of published events. */
export function createCast(
  as: (actor: Actor, clock?: Clock) => Context,
  { clock = manualClock(), times = callTimes }: { clock?: ReturnType<typeof manualClock>; times?: CallTimes } = {},
) {
  const publishedTopics: string[] = []
  const ctxAs = (actor: Actor): CallContext => ({
    ...as(actor, clock),
    times,
    publish: (topic) => void publishedTopics.push(topic),
  })
  return {
    clock,
    publishedTopics,
    ctxAs,
    system: () => ctxAs({ kind: 'system' }),
    /** Creates a student with this many rupees. */
    async student(amount = 100) {
      const { person } = await newSignedInPerson(as)
      if (amount > 0) await giveMoney(as({ kind: 'system' }), person.id, rupees(amount))
      return person
    },
    /** Creates an expert who can be called. */
    async expert(profile = raviProfile) {
      const ravi = await newExpert(as, { profile })
      await goOnline(as, ravi)
      return { ...ravi, person: { ...ravi.person, approval: 'approved' as const } }
    },
    ask: (student: Person, expertId: string, changes: Partial<SessionRequest> = {}) =>
      requestSession(ctxAs(student), newRequest(expertId, changes)),
    accept: (expert: Person, id: SessionId) => acceptSession(ctxAs(expert), { id }),
    /** Requests and declines a session, so that both sides are free again. */
    async declined(student: Person, expert: Person, expertId: string) {
      const id = await requestSession(ctxAs(student), newRequest(expertId))
      await declineSession(ctxAs(expert), { id, reason: 'In a lecture' })
      return id
    },
  }
}

export function newRequest(expertId: string, changes: Partial<SessionRequest> = {}): SessionRequest {
  return {
    id: randomUUID(),
    expertId,
    callType: 'video',
    question: 'Why does a spinning top not fall over?',
    file: null,
    ratePaisePerMinute: sessionRatePaisePerMinute,
    ...changes,
  }
}

type ContextAs = (actor: Actor) => CallContext
export type Call = {
  student: Person
  expert: Person
  id: SessionId
  liveMs: number
  /** A booked session needs no acceptance by the expert. */
  isBooked?: true
}

/** Accepts and connects a call, with `liveMs` counted by a meter. */
export async function connectCall(
  ctxAs: ContextAs,
  call: Call,
  nodeId: string = randomUUID(),
): Promise<{ nodeId: string }> {
  const { student, expert, id, liveMs, isBooked } = call
  const system = ctxAs({ kind: 'system' })
  if (!isBooked) await acceptSession(ctxAs(expert), { id })
  for (const person of [student, expert]) await joinSession(ctxAs(person), { id })
  await leaseSession(system, { id, nodeId })
  const reading = { sessionId: id, state: 'live' as const, liveMs, interruptions: 0, interruptedMs: 0 }
  const event = { sessionId: id, what: 'connected' as const, side: null, details: {} }
  await saveReadings(system, { nodeId, readings: [reading], events: [event] })
  return { nodeId }
}

/** Completes a call through settlement: one side hangs up (the student by default), and the meter settles. */
export async function completeCall(
  ctxAs: ContextAs,
  call: Call & { hangsUp?: Person; duringCall?: () => Promise<unknown> },
): Promise<void> {
  const { student, id, liveMs, hangsUp = student, duringCall } = call
  const { nodeId } = await connectCall(ctxAs, call)
  await duringCall?.()
  await hangUp(ctxAs(hangsUp), { id })
  await settleSession(ctxAs({ kind: 'system' }), { id, metered: { nodeId, liveMs } })
}

export async function sessionRow(db: Database, id: SessionId) {
  return db.selectFrom('help_sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the timeline as text, in order. */
export async function timeline(db: Database, id: SessionId): Promise<string[]> {
  const events = await db
    .selectFrom('session_events')
    .select(['what', 'side'])
    .where('session_id', '=', id)
    .orderBy('id')
    .execute()
  return events.map(({ what, side }) => (side ? `${what} (${side})` : what))
}
