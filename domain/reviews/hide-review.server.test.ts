import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { hideReview, showReview } from '#domain/reviews/hide-review.server.ts'
import {
  findReviewSummary,
  findSessionReview,
  getTeamReview,
  listReviews,
} from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { hiddenReasonMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const why = 'It names a third person.'
let meera: Person

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
})

async function newReview() {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const sessionId = await cast.ask(asha, ravi.expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi.person, id: sessionId, liveMs: 60_000 })
  await reviewSession(ctxAs(asha), { sessionId, rating: 1, comment: 'His brother is a thief.' })
  const id = (await findSessionReview(ctxAs(asha), sessionId))?.id ?? ''
  return { asha, ravi, sessionId, id, expertId: ravi.expertId }
}

const listPublicReviews = async (expertId: string) => (await listReviews(ctxAs(visitor), { expertId })).reviews

describe('a hidden review', () => {
  test('shows only the reason, and its stars do not count', async () => {
    const { id, expertId, sessionId, asha } = await newReview()
    cast.publishedTopics.length = 0
    await hideReview(ctxAs(meera), { reviewId: id, why: ` ${why} ` })
    expect(await listPublicReviews(expertId)).toEqual([{ id, createdAt: expect.any(Date), hiddenReason: why }])
    expect(await findReviewSummary(ctxAs(visitor), expertId)).toEqual({
      rating: 4.5,
      count: 0,
      stars: [0, 0, 0, 0, 0],
      sessions: 1,
    })
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`expert:${expertId}`, `session:${sessionId}`]))
    const fullReview = { rating: 1, comment: 'His brother is a thief.', hiddenReason: why }
    expect(await findSessionReview(ctxAs(asha), sessionId)).toMatchObject(fullReview)
    expect(await getTeamReview(ctxAs(meera), id)).toMatchObject({ ...fullReview, hiddenAt: expect.any(Date) })
  })

  test('cannot be changed or answered', async () => {
    const { id, asha, ravi, sessionId } = await newReview()
    await hideReview(ctxAs(meera), { reviewId: id, why })
    const changed = { sessionId, rating: 5, comment: '' }
    await expect(changeReview(ctxAs(asha), changed)).rejects.toEqual(refusal('no_such_review'))
    const answer = { reviewId: id, answer: 'Oh' }
    await expect(answerReview(ctxAs(ravi.person), answer)).rejects.toEqual(refusal('no_such_review'))
  })

  test('can be shown again unchanged, and both are in the audit log', async () => {
    const { id, expertId, asha } = await newReview()
    await hideReview(ctxAs(meera), { reviewId: id, why })
    await showReview(ctxAs(meera), { reviewId: id, why: 'The person agreed.' })
    expect(await listPublicReviews(expertId)).toMatchObject([{ rating: 1, comment: 'His brother is a thief.' }])
    expect(await findReviewSummary(ctxAs(visitor), expertId)).toMatchObject({
      count: 1,
      stars: [1, 0, 0, 0, 0],
    })
    const lines = await database
      .db()
      .selectFrom('audit_log')
      .select(['act', 'actor_id', 'subject_id', 'why'])
      .where('thing', '=', 'review')
      .where('thing_id', '=', id)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { act: 'review hidden', actor_id: meera.id, subject_id: asha.id, why },
      { act: 'review shown again', actor_id: meera.id, subject_id: asha.id, why: 'The person agreed.' },
    ])
  })
})

describe('hiding a review is refused', () => {
  test('to everyone except the team with a second factor', async () => {
    const { id, asha, ravi, expertId } = await newReview()
    for (const verb of [hideReview, showReview]) {
      for (const person of [asha, ravi.person, { ...meera, secondFactorMissing: true }]) {
        await expect(verb(ctxAs(person), { reviewId: id, why })).rejects.toEqual(refusal('not_allowed'))
      }
      await expect(verb(ctxAs(visitor), { reviewId: id, why })).rejects.toEqual(refusal('not_signed_in'))
    }
    await expect(getTeamReview(ctxAs(asha), id)).rejects.toEqual(refusal('not_allowed'))
    expect(await listPublicReviews(expertId)).toMatchObject([{ rating: 1 }])
  })

  test('without a valid reason, and for unknown reviews', async () => {
    const { id } = await newReview()
    const hide = (reviewId: string, reason: string) => hideReview(ctxAs(meera), { reviewId, why: reason })
    await expect(hide(id, ' \n')).rejects.toEqual(refusal('why_missing'))
    await expect(hide(id, 'x'.repeat(hiddenReasonMaxLength + 1))).rejects.toEqual(refusal('invalid_input'))
    await expect(hide('no id', why)).rejects.toEqual(refusal('invalid_input'))
    await expect(hide(crypto.randomUUID(), why)).rejects.toEqual(refusal('no_such_review'))
    await expect(getTeamReview(ctxAs(meera), 'no id')).rejects.toEqual(refusal('no_such_review'))
  })

  test('after a colleague has hidden it, and names the colleague', async () => {
    const { id } = await newReview()
    await expect(showReview(ctxAs(meera), { reviewId: id, why })).rejects.toEqual(refusal('review_moved_on'))
    const results = await Promise.allSettled([1, 2].map(() => hideReview(ctxAs(meera), { reviewId: id, why })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(hideReview(ctxAs(meera), { reviewId: id, why })).rejects.toThrow(/Last: review hidden, by Meera Nair/)
  })
})
