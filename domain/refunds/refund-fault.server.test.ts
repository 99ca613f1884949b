import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { getSessionRefund, listRefunds } from '#domain/refunds/queries.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import type { Person } from '#domain/policy.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { saveReadings } from '#domain/sessions/meter-rows.server.ts'
import { listEvents } from '#domain/sessions/queries.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { systemClock } from '#kernel/time.ts'
import { createHandlers } from '#server/jobs.ts'
import { useDatabase } from '#tests/database.ts'
import { listJobs } from '#tests/jobs.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { connectCall, createCast, completeCall, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { ctxAs, system } = cast
const wallet = (id: string) => balanceOf(db(), 'student_wallet', id)

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

async function newRing() {
  const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
  return { asha, ravi, id: await cast.ask(asha, expertId) }
}

/** A call of this length that Asha or Ravi ended. */
async function newCompletedCall(liveMs: number, user: 'asha' | 'ravi') {
  const session = await newRing()
  const { asha, ravi, id } = session
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs, hangsUp: session[user] })
  return session
}

/** Runs the queued jobs of this session as the product does. */
async function runJobs(sessionId: string): Promise<number> {
  const jobs = (await listJobs(db(), 'refund_fault')).filter(({ payload }) => payload.sessionId === sessionId)
  const { times, publish } = system()
  const services = { clock: systemClock, config: { callTimes: times }, database: { db: db() }, publish }
  for (const { payload } of jobs) await createHandlers(services as never).refund_fault(payload, {} as never)
  return jobs.length
}

async function expectNoRefund({ asha, id }: { asha: Person; id: SessionId }, balance: number) {
  expect((await listRefunds(ctxAs(asha))).refunds).toEqual([])
  expect(await wallet(asha.id)).toBe(balance)
  expect(await timeline(db(), id)).not.toContain('refunded')
}

test('the job after a bill refunds a call that the expert left within two minutes', async () => {
  const { asha, ravi, id } = await newCompletedCall(119_000, 'ravi')
  expect(await wallet(asha.id)).toBe(80_00)
  cast.publishedTopics.length = 0
  expect(await runJobs(id)).toBe(1)
  expect(await wallet(asha.id)).toBe(100_00)
  expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(0)
  expect(cast.publishedTopics).toEqual(
    expect.arrayContaining([`session:${id}`, `rings:${asha.id}`, `wallet:${asha.id}`, `wallet:${ravi.id}`]),
  )
  const refund = { kind: 'refund', facts: { what: 'granted', sessionId: id, amountPaise: 20_00 } }
  expect(await notificationsOf(db(), asha.id)).toContainEqual({ ...refund, about: ravi.id })
  expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([
    {
      sessionId: id,
      state: 'granted',
      fault: 'expert_left_early',
      reason: null,
      answer: 'The expert left within the first 2 minutes. The whole amount is back in your wallet.',
      refunded: 20_00,
    },
  ])
  const [last] = (await listEvents(ctxAs(asha), id)).toReversed()
  expect(last).toMatchObject({
    what: 'refunded',
    details: { amountPaise: 20_00, fault: 'expert_left_early' },
  })
  const lines = await db().selectFrom('audit_log').selectAll().where('subject_id', '=', asha.id).execute()
  expect(lines).toMatchObject([{ act: 'refund granted', actor_id: null }])
})

test('the job refunds once, however often it runs', async () => {
  const { asha, id } = await newCompletedCall(40_000, 'ravi')
  await Promise.all(Array.from({ length: 5 }, () => refundFault(system(), { sessionId: id })))
  await refundFault(system(), { sessionId: id })
  expect(await wallet(asha.id)).toBe(100_00)
  expect((await listRefunds(ctxAs(asha))).refunds).toHaveLength(1)
  expect((await timeline(db(), id)).filter((what) => what === 'refunded')).toHaveLength(1)
})

test('a call under 30 seconds was not billed, so nothing is refunded', async () => {
  const session = await newCompletedCall(29_000, 'ravi')
  expect(await runJobs(session.id)).toBe(0)
  await refundFault(system(), { sessionId: session.id })
  await expectNoRefund(session, 100_00)
})

test.each([
  ['leaving after two minutes is not early', 120_000, 'ravi', 80_00],
  ['a student who leaves early pays', 60_000, 'asha', 90_00],
] as const)('%s', async (_, liveMs, user, balance) => {
  const session = await newCompletedCall(liveMs, user)
  expect(await runJobs(session.id)).toBe(1)
  await expectNoRefund(session, balance)
})

test.each([
  ['an expert who times out and does not rejoin has left', false, 100_00],
  ['an expert who sends heartbeats but receives nothing has not left', true, 90_00],
])('%s', async (_, stillSpeaks, balance) => {
  const { asha, ravi, id } = await newRing()
  const { nodeId } = await connectCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 40_000 })
  const reading = {
    sessionId: id,
    state: 'interrupted' as const,
    liveMs: 40_000,
    interruptions: 1,
    interruptedMs: 0,
  }
  const lost = { sessionId: id, what: 'lost' as const, side: 'expert' as const, details: { stillSpeaks } }
  await saveReadings(system(), { nodeId, readings: [reading], events: [lost] })
  const ended = { reason: 'side_lost', lost: 'expert' as const }
  await settleSession(system(), { id, metered: { nodeId, liveMs: 40_000 }, ended })
  await runJobs(id)
  expect(await wallet(asha.id)).toBe(balance)
})

/** Asha's device reports that it receives nothing, and then Ravi hangs up. */
async function newDisputedCall(otherSentBytes: number) {
  const session = await newRing()
  const { asha, ravi, id } = session
  const { nodeId } = await connectCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 119_000 })
  const reading = { sessionId: id, state: 'interrupted' as const, liveMs: 119_000, interruptions: 1, interruptedMs: 0 }
  const details = { stillSpeaks: true, otherSentBytes }
  const lost = { sessionId: id, what: 'lost' as const, side: 'student' as const, details }
  await saveReadings(system(), { nodeId, readings: [reading], events: [lost] })
  await hangUp(ctxAs(ravi), { id })
  await settleSession(system(), { id, metered: { nodeId, liveMs: 119_000 } })
  return session
}

test('the team decides if the student’s counters stop while the expert still sends', async () => {
  const { asha, id } = await newDisputedCall(25_000)
  await runJobs(id)
  await Promise.all([1, 2, 3].map(() => refundFault(system(), { sessionId: id })))
  expect(await wallet(asha.id)).toBe(80_00)
  expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([
    { state: 'asked', fault: null, reason: null, refunded: null },
  ])
  const asked = (await listEvents(ctxAs(asha), id)).filter(({ what }) => what === 'refund asked')
  expect(asked).toMatchObject([{ side: null }])
  const ticket = await db().selectFrom('tickets').selectAll().where('session_id', '=', id).executeTakeFirstOrThrow()
  expect(ticket).toMatchObject({ kind: 'refund', state: 'open' })
})

test('the student can add a reason once to the request that the system opened', async () => {
  const { asha, id } = await newDisputedCall(25_000)
  await runJobs(id)
  expect(await getSessionRefund(ctxAs(asha), id)).toMatchObject({ askUntil: expect.any(Date) })
  const request = { id: randomUUID(), sessionId: id, reason: 'I heard nothing.' }
  await requestRefund(ctxAs(asha), request)
  expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([{ state: 'asked', reason: 'I heard nothing.' }])
  expect(await getSessionRefund(ctxAs(asha), id)).toMatchObject({ askUntil: null })
  await expect(requestRefund(ctxAs(asha), request)).rejects.toMatchObject({ code: 'refund_asked_already' })
})

test('the job refunds when both devices agree that nothing was sent', async () => {
  const { asha, id } = await newDisputedCall(0)
  await runJobs(id)
  expect(await wallet(asha.id)).toBe(100_00)
})

test('the job grants the open request of a student', async () => {
  const { asha, id } = await newCompletedCall(40_000, 'ravi')
  await requestRefund(ctxAs(asha), { id: randomUUID(), sessionId: id, reason: 'Gone at once.' })
  await runJobs(id)
  expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([
    { state: 'granted', fault: 'expert_left_early', reason: 'Gone at once.', refunded: 10_00 },
  ])
  expect(await wallet(asha.id)).toBe(100_00)
})

test('the job keeps an earlier decision of the team', async () => {
  const { asha, id } = await newCompletedCall(40_000, 'ravi')
  const request = randomUUID()
  await requestRefund(ctxAs(asha), { id: request, sessionId: id, reason: 'Gone at once.' })
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  await refuseRefund(ctxAs(meera), { id: request, answer: 'You agreed to it.' })
  await runJobs(id)
  expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([{ state: 'refused', fault: null }])
  expect(await wallet(asha.id)).toBe(90_00)
})

test('a deleted account gets no money, and only the system can run the job', async () => {
  const { asha, id } = await newCompletedCall(40_000, 'ravi')
  await expect(refundFault(ctxAs(asha), { sessionId: id })).rejects.toMatchObject({ code: 'not_allowed' })
  await db().updateTable('profiles').set({ deleted_at: new Date() }).where('id', '=', asha.id).execute()
  await runJobs(id)
  await expectNoRefund({ asha, id }, 90_00)
})
