import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import type { Person } from '#domain/policy.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { hideReview } from '#domain/reviews/hide-review.server.ts'
import type { ReviewInput } from '#domain/reviews/contract.ts'
import {
  findAverageGiven,
  findReviewSummary,
  findSessionReview,
  listReviews,
} from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { latestReviewsShown, reviewAnswerMaxLength, reviewMaxLength, reviewsPageSize } from '#kernel/limits.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { newSessionId } from '#tests/money.ts'
import { insertBilledSessions, insertBilledSessionsOf, scriptPayload } from '#tests/reviews.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const day = 86_400_000

function newReview(sessionId: string, changes: Partial<ReviewInput> = {}): ReviewInput {
  return { sessionId, rating: 5, comment: 'Now I see why it does not fall.', ...changes }
}

async function newCompletedCall(liveMs = 60_000) {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, ravi.expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi.person, id, liveMs })
  return { asha, ravi: ravi.person, expertId: ravi.expertId, id }
}

async function newReviewedSession(changes: Partial<ReviewInput> = {}) {
  const session = await newCompletedCall()
  await reviewSession(ctxAs(session.asha), newReview(session.id, changes))
  return session
}

/** An expert with this many billed sessions, each with another student and without a review. */
async function newExpertWithSessions(count: number) {
  const { person, expertId } = await cast.expert()
  return {
    ravi: person,
    expertId,
    billed: await insertBilledSessions(database.db(), { expertId: person.id, count }),
  }
}

const findSummary = (expertId: ExpertId) => findReviewSummary(ctxAs(visitor), expertId)

describe('a review', () => {
  test('of a billed session is public, as plain text, with the first name only', async () => {
    const { asha, ravi, expertId, id } = await newCompletedCall()
    await database.db().updateTable('profiles').set({ full_name: 'Asha Rao' }).where('id', '=', asha.id).execute()
    cast.publishedTopics.length = 0
    await reviewSession(ctxAs(asha), newReview(id, { rating: 4, comment: ` ${scriptPayload}\n` }))
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`session:${id}`, `rings:${ravi.id}`, `expert:${expertId}`]),
    )
    const { reviews, next } = await listReviews(ctxAs(visitor), { expertId, limit: latestReviewsShown })
    expect(next).toBeNull()
    expect(reviews).toEqual([
      {
        id: expect.any(String),
        userId: asha.id,
        expertId,
        rating: 4,
        comment: scriptPayload,
        createdAt: clock.now(),
        changedAt: null,
        userName: 'Asha R.',
        answer: null,
        answeredAt: null,
        counts: true,
      },
    ])
    expect(JSON.stringify(reviews)).not.toContain('Rao')
  })

  test('needs no comment', async () => {
    const { expertId } = await newReviewedSession({ comment: ' ' })
    expect((await listReviews(ctxAs(visitor), { expertId })).reviews).toMatchObject([{ comment: null }])
  })

  test('has one to five stars, and a comment of valid length', async () => {
    const { asha, id } = await newCompletedCall()
    for (const rating of [0, 6, 4.5, Number.NaN, '5' as never]) {
      await expect(reviewSession(ctxAs(asha), newReview(id, { rating }))).rejects.toEqual(refusal('stars_missing'))
    }
    for (const comment of ['a'.repeat(reviewMaxLength + 1), 'a\0b']) {
      await expect(reviewSession(ctxAs(asha), newReview(id, { comment }))).rejects.toEqual(refusal('invalid_input'))
    }
    await reviewSession(ctxAs(asha), newReview(id, { comment: 'a'.repeat(reviewMaxLength) }))
  })

  test('is refused for a free or open session, and for a session of another student', async () => {
    const { asha, ravi, expertId, id } = await newCompletedCall(20_000)
    await expect(reviewSession(ctxAs(asha), newReview(id))).rejects.toEqual(refusal('session_not_billed'))
    const vikram = await cast.student()
    for (const stranger of [vikram, { ...ravi, role: 'student' as const }]) {
      await expect(reviewSession(ctxAs(stranger), newReview(id))).rejects.toEqual(refusal('no_such_session'))
      await expect(changeReview(ctxAs(stranger), newReview(id))).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(reviewSession(ctxAs(asha), newReview(newSessionId()))).rejects.toEqual(refusal('no_such_session'))
    const open = await cast.ask(vikram, expertId)
    await expect(reviewSession(ctxAs(vikram), newReview(open))).rejects.toEqual(refusal('session_not_billed'))
    expect(await findSummary(expertId)).toEqual({ rating: 4.5, count: 0, stars: [0, 0, 0, 0, 0], sessions: 0 })
  })

  test('is refused to other roles', async () => {
    const { ravi, id } = await newCompletedCall()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const verb of [reviewSession, changeReview]) {
      await expect(verb(ctxAs(ravi), newReview(id))).rejects.toEqual(refusal('not_allowed'))
      await expect(verb(ctxAs(meera), newReview(id))).rejects.toEqual(refusal('not_allowed'))
      await expect(verb(ctxAs(visitor), newReview(id))).rejects.toEqual(refusal('not_signed_in'))
    }
  })

  test('is written once, even concurrently', async () => {
    const { asha, expertId, id } = await newCompletedCall()
    const all = await Promise.allSettled([4, 5].map((rating) => reviewSession(ctxAs(asha), newReview(id, { rating }))))
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(reviewSession(ctxAs(asha), newReview(id))).rejects.toEqual(refusal('reviewed_already'))
    expect((await findSummary(expertId))?.count).toBe(1)
  })

  test('can be changed for seven days only', async () => {
    const { asha, expertId, id } = await newCompletedCall()
    await expect(changeReview(ctxAs(asha), newReview(id))).rejects.toEqual(refusal('no_such_review'))
    await reviewSession(ctxAs(asha), newReview(id))
    clock.advance(7 * day - 1)
    await changeReview(ctxAs(asha), newReview(id, { rating: 2, comment: 'It fell.' }))
    expect((await listReviews(ctxAs(visitor), { expertId })).reviews).toMatchObject([
      { rating: 2, comment: 'It fell.', changedAt: clock.now() },
    ])
    expect(await findSummary(expertId)).toMatchObject({ count: 1, stars: [0, 1, 0, 0, 0] })
    expect(await findSessionReview(ctxAs(asha), id)).toMatchObject({ rating: 2, hiddenReason: null })
    clock.advance(1)
    await expect(changeReview(ctxAs(asha), newReview(id))).rejects.toEqual(refusal('review_closed'))
    await expect(reviewSession(ctxAs(asha), newReview(id))).rejects.toEqual(refusal('reviewed_already'))
    expect((await findSummary(expertId))?.stars).toEqual([0, 1, 0, 0, 0])
  })

  test('is on the page of its session for both sides and the team', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    expect(await findSessionReview(ctxAs(asha), id)).toBeNull()
    await reviewSession(ctxAs(asha), newReview(id))
    const until = new Date(clock.now().getTime() + 7 * day)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const person of [asha, ravi, meera]) {
      expect(await findSessionReview(ctxAs(person), id)).toMatchObject({ rating: 5, changeUntil: until })
    }
    for (const person of [await cast.student(), { ...meera, secondFactorMissing: true }]) {
      await expect(findSessionReview(ctxAs(person), id)).rejects.toEqual(refusal('no_such_session'))
    }
    expect(await findAverageGiven(ctxAs(asha))).toBe(5)
    expect(await findAverageGiven(ctxAs(await cast.student()))).toBeNull()
    await expect(findAverageGiven(ctxAs(ravi))).rejects.toEqual(refusal('not_allowed'))
  })

  test('is listed page by page without duplicates, even with equal timestamps', async () => {
    const { expertId, billed } = await newExpertWithSessions(reviewsPageSize + 2)
    for (const [n, { sessionId, student }] of billed.entries()) {
      if (n % 3 === 0) clock.advance(1_000)
      await reviewSession(ctxAs(student), newReview(sessionId, { comment: `Review ${n}` }))
    }
    const first = await listReviews(ctxAs(visitor), { expertId })
    const second = await listReviews(ctxAs(visitor), { expertId, before: first.next ?? '' })
    expect([first.reviews.length, second.reviews.length, second.next]).toEqual([reviewsPageSize, 2, null])
    const all = [...first.reviews, ...second.reviews]
    expect(new Set(all.map(({ id }) => id)).size).toBe(reviewsPageSize + 2)
    const times = all.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect((await listReviews(ctxAs(visitor), { expertId, before: 'no id' })).reviews).toHaveLength(reviewsPageSize)
    expect((await listReviews(ctxAs(visitor), { expertId, before: newSessionId() })).reviews).toEqual([])
  })

  test('of an expert who is not public is visible to that expert only', async () => {
    const { asha, ravi, expertId } = await newReviewedSession()
    await setApproval(cast.system(), { expertId, approval: 'suspended' })
    expect(await listReviews(ctxAs(asha), { expertId })).toEqual({ reviews: [], next: null })
    expect(await findSummary(expertId)).toBeNull()
    expect((await listReviews(ctxAs(ravi), { expertId })).reviews).toHaveLength(1)
    expect(await findReviewSummary(ctxAs(ravi), expertId)).toMatchObject({ count: 1 })
    expect(await findReviewSummary(ctxAs(visitor), 'no id')).toBeNull()
  })

  test('of a deleted account loses its name and comment; its stars stay', async () => {
    const [ravi, { person, password }] = [await cast.expert(), await newSignedInPerson(database.as)]
    const { expertId } = ravi
    const studentIds = [person.id, person.id]
    const billed = await insertBilledSessionsOf(database.db(), { expertId: ravi.person.id, studentIds })
    const [first, second] = billed.map(({ sessionId }) => sessionId)
    await reviewSession(ctxAs(person), newReview(first ?? ''))
    const [written] = (await listReviews(ctxAs(visitor), { expertId })).reviews
    await answerReview(ctxAs(ravi.person), { reviewId: written?.id ?? '', answer: 'Thank you!' })
    await deleteAccount(ctxAs(person), { password })
    expect((await listReviews(ctxAs(visitor), { expertId })).reviews).toMatchObject([
      { userName: 'Anonymous User', comment: null, rating: 5, answer: null, answeredAt: null },
    ])
    expect(await findSummary(expertId)).toMatchObject({ count: 1, stars: [0, 0, 0, 0, 1] })
    for (const verb of [reviewSession, changeReview]) {
      await expect(verb(ctxAs(person), newReview(second ?? ''))).rejects.toEqual(refusal('no_such_person'))
    }
  })
})

describe('the answer of the expert', () => {
  test('is given once, public and as plain text', async () => {
    const { ravi, expertId, id } = await newReviewedSession()
    const [review] = (await listReviews(ctxAs(visitor), { expertId })).reviews
    const reviewId = review?.id ?? ''
    cast.publishedTopics.length = 0
    await expect(answerReview(ctxAs(ravi), { reviewId, answer: ' ' })).rejects.toEqual(refusal('answer_empty'))
    const long = 'a'.repeat(reviewAnswerMaxLength + 1)
    await expect(answerReview(ctxAs(ravi), { reviewId, answer: long })).rejects.toEqual(refusal('invalid_input'))
    const results = await Promise.allSettled(
      [scriptPayload, scriptPayload].map((answer) => answerReview(ctxAs(ravi), { reviewId, answer })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`session:${id}`, `expert:${expertId}`]))
    await expect(answerReview(ctxAs(ravi), { reviewId, answer: 'More' })).rejects.toEqual(refusal('answered_already'))
    expect((await listReviews(ctxAs(visitor), { expertId })).reviews).toMatchObject([
      { answer: scriptPayload, answeredAt: clock.now() },
    ])
  })

  test('can be given later; unanswered reviews are listed page by page', async () => {
    const { ravi, expertId, billed } = await newExpertWithSessions(3)
    for (const { student, sessionId } of billed) {
      clock.advance(1_000)
      await reviewSession(ctxAs(student), newReview(sessionId))
    }
    const all = (await listReviews(ctxAs(ravi), { expertId })).reviews.map(({ id }) => id)
    await answerReview(ctxAs(ravi), { reviewId: all[1] ?? '', answer: 'Thank you!' })
    const waiting = { expertId, unanswered: true, limit: 1 }
    const first = await listReviews(ctxAs(ravi), waiting)
    const second = await listReviews(ctxAs(ravi), { ...waiting, before: first.next ?? '' })
    expect([...first.reviews, ...second.reviews].map(({ id }) => id)).toEqual([all[0], all[2]])
    expect(second.next).toBeNull()
  })

  test('is refused to everyone except the expert of the session', async () => {
    const { asha, ravi, expertId } = await newReviewedSession()
    const [review] = (await listReviews(ctxAs(visitor), { expertId })).reviews
    const answer = { reviewId: review?.id ?? '', answer: 'Thank you!' }
    const { person: other } = await cast.expert()
    await expect(answerReview(ctxAs(other), answer)).rejects.toEqual(refusal('no_such_review'))
    await expect(answerReview(ctxAs(ravi), { ...answer, reviewId: newSessionId() })).rejects.toEqual(
      refusal('no_such_review'),
    )
    await expect(answerReview(ctxAs(ravi), { ...answer, reviewId: '1' })).rejects.toEqual(refusal('invalid_input'))
    await expect(answerReview(ctxAs(asha), answer)).rejects.toEqual(refusal('not_allowed'))
    await expect(answerReview(ctxAs({ ...ravi, approval: 'suspended' }), answer)).rejects.toEqual(
      refusal('not_allowed'),
    )
    await expect(answerReview(ctxAs(visitor), answer)).rejects.toEqual(refusal('not_signed_in'))
  })
})

test('reviews are listed by their stars, without hidden ones, whose stars are not shown', async () => {
  const { ravi, expertId, billed } = await newExpertWithSessions(4)
  for (const [index, { student, sessionId }] of billed.entries()) {
    clock.advance(1_000)
    await reviewSession(ctxAs(student), newReview(sessionId, { rating: [5, 2, 5, 5][index] ?? 1 }))
  }
  const [newest, , , oldest] = (await listReviews(ctxAs(ravi), { expertId })).reviews.map(({ id }) => id)
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  await hideReview(ctxAs(meera), { reviewId: newest ?? '', why: 'A phone number' })
  const withFive = { expertId, stars: 5, limit: 1 }
  const first = await listReviews(ctxAs(ravi), withFive)
  const second = await listReviews(ctxAs(ravi), { ...withFive, before: first.next ?? '' })
  expect([...first.reviews, ...second.reviews]).toMatchObject([{ rating: 5 }, { id: oldest, rating: 5 }])
  expect(second.next).toBeNull()
  expect((await listReviews(ctxAs(ravi), { expertId, stars: 2 })).reviews).toMatchObject([{ rating: 2 }])
  expect((await listReviews(ctxAs(ravi), { expertId, stars: 1 })).reviews).toEqual([])
})

describe('the rating of an expert', () => {
  test('starts as five reviews of 4.5 and changes with every review, on the card and in the filter', async () => {
    const { expertId, billed } = await newExpertWithSessions(2)
    const findCard = () => findExpertPage(ctxAs(visitor), expertId)
    expect(await findCard()).toMatchObject({ rating: 4.5, reviews: 0 })
    const [first, second] = billed
    if (!first || !second) throw new Error('no sessions')
    await reviewSession(ctxAs(first.student), newReview(first.sessionId, { rating: 1 }))
    expect(await findCard()).toMatchObject({ rating: 3.9167, reviews: 1 })
    const isFoundWithFourStars = async () => {
      const { experts } = await searchExperts(ctxAs(visitor), { ...defaultListingQuery, minRating: 4 })
      return experts.some(({ id }) => id === expertId)
    }
    expect(await isFoundWithFourStars()).toBe(false)
    await reviewSession(ctxAs(second.student), newReview(second.sessionId, { rating: 5 }))
    expect(await findCard()).toMatchObject({ rating: 4.0714, reviews: 2 })
    expect(await isFoundWithFourStars()).toBe(true)
    await changeReview(ctxAs(first.student), newReview(first.sessionId, { rating: 3 }))
    expect(await findCard()).toMatchObject({ rating: 4.3571, reviews: 2 })
    expect(await findSummary(expertId)).toEqual({ rating: 4.3571, count: 2, stars: [0, 0, 1, 0, 1], sessions: 0 })
  })

  test('is exact with concurrent reviews and changes', async () => {
    const count = 250
    const { expertId, billed } = await newExpertWithSessions(count)
    const connection = connectDatabase(database.url(), () => undefined, 32)
    const as = (person: Person) => ({ ...ctxAs(person), db: connection.db })
    try {
      const stars = (n: number) => 1 + ((n * 7) % 5)
      const remaining = [...billed.entries()]
      const write = async () => {
        for (let next = remaining.pop(); next; next = remaining.pop()) {
          const [n, { student, sessionId }] = next
          await reviewSession(as(student), newReview(sessionId, { rating: stars(n) }))
          if (n % 4 > 0) continue
          await changeReview(as(student), newReview(sessionId, { rating: stars(n + 1) }))
        }
      }
      // One writer for each connection; more would queue.
      await Promise.all(Array.from({ length: 32 }, write))
    } finally {
      await connection.close()
    }
    const { rows } = await sql<{ stars: number; count: number }>`
      select rating as stars, count(*)::integer as count from reviews join experts on experts.user_id = reviews.expert_id
      where experts.id = ${expertId} group by rating order by rating`.execute(database.db())
    const sum = rows.reduce((total, each) => total + each.stars * each.count, 0)
    const rating = Number(((4.5 * 5 + sum) / (5 + count)).toFixed(4))
    const starCounts = rows.map((row) => row.count)
    expect(await findSummary(expertId)).toEqual({ rating, count, stars: starCounts, sessions: 0 })
    expect(await findExpertPage(ctxAs(visitor), expertId)).toMatchObject({ rating, reviews: count })
  })
})
