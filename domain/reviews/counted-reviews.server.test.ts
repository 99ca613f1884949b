import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { hideReview, showReview } from '#domain/reviews/hide-review.server.ts'
import { findReviewSummary, findSessionReview, listReviews } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { getTeamExpert } from '#domain/team/expert-table.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { resolveTicket } from '#domain/tickets/resolve-ticket.server.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { completeCall, createCast } from '#tests/sessions.ts'
import { newDecider, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const refusal = (code: string) => expect.objectContaining({ code })

type Pair = { asha: Person; ravi: Person; expertId: ExpertId }

async function newPair(): Promise<Pair> {
  const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
  return { asha, ravi, expertId }
}

async function call({ asha, ravi, expertId }: Pair, hangsUp: Person = asha): Promise<SessionId> {
  clock.advance(3_600_000)
  const id = await cast.ask(asha, expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 60_000, hangsUp })
  return id
}

const rate = ({ asha }: Pair, sessionId: SessionId, rating: number) =>
  reviewSession(ctxAs(asha), { sessionId, rating, comment: 'It stays up.' })

async function refund({ asha }: Pair, sessionId: SessionId, amountPaise: number): Promise<void> {
  const meera = await newDecider(ctxAs)
  const id = randomUUID()
  await requestRefund(ctxAs(asha), { id, sessionId, reason: 'No sound.' })
  await grantRefund(ctxAs(meera), { id, amountPaise, answer: 'You are right.' })
}

const summaryOf = ({ expertId }: Pair) => findReviewSummary(ctxAs(visitor), expertId)
const reviewIdOf = async ({ asha }: Pair, id: SessionId) => (await findSessionReview(ctxAs(asha), id))?.id ?? ''
const nothing = { rating: 4.5, count: 0, stars: [0, 0, 0, 0, 0], sessions: 0 }

test('a session that is refunded because the expert hung up early cannot be rated and does not count', async () => {
  const pair = await newPair()
  for (const _ of [1, 2, 3, 4]) {
    const id = await call(pair, pair.ravi)
    await refundFault(cast.system(), { sessionId: id })
    await expect(rate(pair, id, 5)).rejects.toEqual(refusal('session_refunded'))
  }
  expect(await summaryOf(pair)).toEqual(nothing)
  expect((await listReviews(ctxAs(visitor), pair)).reviews).toEqual([])
})

test('a review given before the refund is removed from the sums, stays readable, and cannot be changed', async () => {
  const pair = await newPair()
  const id = await call(pair, pair.ravi)
  await rate(pair, id, 5)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [0, 0, 0, 0, 1], sessions: 1 })
  await refundFault(cast.system(), { sessionId: id })
  expect(await summaryOf(pair)).toEqual(nothing)
  expect((await listReviews(ctxAs(visitor), pair)).reviews).toMatchObject([{ rating: 5, counts: false }])
  const change = { sessionId: id, rating: 4, comment: '' }
  await expect(changeReview(ctxAs(pair.asha), change)).rejects.toEqual(refusal('session_refunded'))
  expect(await findSessionReview(ctxAs(pair.asha), id)).toMatchObject({ rating: 5 })
})

test('a full refund by the team removes review and session from the sums, a partial refund does not', async () => {
  const pair = await newPair()
  const [whole, part] = [await call(pair), await call(pair)]
  await rate(pair, part, 2)
  await refund(pair, part, 5_00)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [0, 1, 0, 0, 0], sessions: 2 })
  await rate(pair, whole, 1)
  await refund(pair, whole, 10_00)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [0, 1, 0, 0, 0], sessions: 1 })
})

test('a full refund with the answer to a report also removes review and session from the sums', async () => {
  const pair = await newPair()
  const id = await call(pair)
  await rate(pair, id, 5)
  const reportId = randomUUID()
  await reportPerson(ctxAs(pair.asha), { id: reportId, sessionId: id, text: 'Rude.' })
  const { number } = await database
    .db()
    .selectFrom('tickets')
    .select('number')
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow()
  await resolveTicket(ctxAs(await newDecider(ctxAs)), { number, amountPaise: 10_00, answer: 'You are right.' })
  expect(await summaryOf(pair)).toEqual(nothing)
  expect((await listReviews(ctxAs(visitor), pair)).reviews).toMatchObject([{ rating: 5, counts: false }])
})

test('the reviews of one student count once: the newest that is shown and paid', async () => {
  const pair = await newPair()
  const [first, second, third] = [await call(pair), await call(pair), await call(pair)]
  await rate(pair, first, 5)
  await rate(pair, second, 4)
  clock.advance(1_000)
  await rate(pair, third, 1)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [1, 0, 0, 0, 0], sessions: 3 })
  const { reviews } = await listReviews(ctxAs(visitor), pair)
  expect(reviews).toMatchObject([
    { rating: 1, counts: true },
    { rating: 4, counts: false },
    { rating: 5, counts: false },
  ])
  await changeReview(ctxAs(pair.asha), { sessionId: first, rating: 3, comment: '' })
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [1, 0, 0, 0, 0] })
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const hidden = { reviewId: await reviewIdOf(pair, third), why: 'Insults.' }
  await hideReview(ctxAs(meera), hidden)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [0, 0, 0, 1, 0] })
  await showReview(ctxAs(meera), hidden)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [1, 0, 0, 0, 0] })
  const other = { ...pair, asha: await cast.student() }
  await rate(other, await call(other), 5)
  expect(await summaryOf(pair)).toMatchObject({ count: 2, stars: [1, 0, 0, 0, 1], sessions: 4 })
})

test('sums are exact when reviews, changes and refunds of one pair are concurrent', async () => {
  const pair = await newPair()
  const sessions: SessionId[] = []
  for (const _ of [1, 2, 3, 4]) sessions.push(await call(pair, pair.ravi))
  const [a, b, c, d] = sessions as [SessionId, SessionId, SessionId, SessionId]
  await rate(pair, a, 5)
  const outcomes = await Promise.allSettled([
    rate(pair, b, 4),
    rate(pair, c, 3),
    changeReview(ctxAs(pair.asha), { sessionId: a, rating: 2, comment: '' }),
    ...[b, c, d].map((sessionId) => refundFault(cast.system(), { sessionId })),
  ])
  const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(failed.every(({ code }) => code === 'session_refunded')).toBe(true)
  expect(await summaryOf(pair)).toMatchObject({ count: 1, stars: [0, 1, 0, 0, 0], sessions: 1 })
})

test('leaving early still counts in the quality figures of the expert', async () => {
  const pair = await newPair()
  await call(pair)
  await refundFault(cast.system(), { sessionId: await call(pair, pair.ravi) })
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const qualityOf = async () => (await getTeamExpert(ctxAs(meera), pair.expertId)).quality
  expect(await qualityOf()).toEqual({ paidSessions: 2, leftEarly: 1, refundedWhole: 1, leftFree: 0 })
  // The figures are the same if the team decides before the job.
  const id = await call(pair, pair.ravi)
  await refund(pair, id, 10_00)
  await refundFault(cast.system(), { sessionId: id })
  expect(await qualityOf()).toEqual({ paidSessions: 3, leftEarly: 2, refundedWhole: 2, leftFree: 0 })
})
