import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import {
  findFeedback,
  findFeedbackState,
  listFeedback,
  listFeedbackReminders,
} from '#domain/reviews/feedback-queries.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { feedbackPageSize, feedbackMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newSessionId } from '#tests/money.ts'
import { insertBilledSessions, newFeedback, scriptPayload } from '#tests/reviews.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

/** Asha and Ravi had a call of this length. */
async function newCompletedCall(liveMs = 60_000) {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs })
  return { asha, ravi, id, password }
}

describe('the expert’s feedback', () => {
  test('reaches the student immediately, newest first, with its author', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    cast.publishedTopics.length = 0
    await giveFeedback(ctxAs(ravi), newFeedback(id, { note: ` ${scriptPayload} ` }))
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`session:${id}`, `rings:${asha.id}`]))
    const read = await findFeedback(ctxAs(asha), id)
    expect(read).toMatchObject({
      sessionId: id,
      expertName: 'Ravi Nair',
      category: 'Academic',
      strengths: ['Clear questions', 'Keeps trying'],
      customStrengths: 'Draws a sketch before calculating',
      improvements: ['Write down every step'],
      customImprovements: '',
      note: scriptPayload,
    })
    clock.advance(61_000)
    const { person: kavita, expertId } = await cast.expert()
    const later = await cast.ask(asha, expertId)
    await completeCall(ctxAs, { student: asha, expert: kavita, id: later, liveMs: 60_000 })
    await giveFeedback(ctxAs(kavita), newFeedback(later))
    const { feedback, next } = await listFeedback(ctxAs(asha))
    expect(feedback.map(({ sessionId }) => sessionId)).toEqual([later, id])
    expect(next).toBeNull()
  })

  test('is visible to its student and the team only', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    expect(await findFeedback(ctxAs(asha), id)).toBeNull()
    await giveFeedback(ctxAs(ravi), newFeedback(id))
    const [vikram, { person: meera }] = [await cast.student(), await newSignedInPerson(database.as, 'team')]
    expect(await findFeedback(ctxAs(meera), id)).toMatchObject({ sessionId: id })
    expect(await listFeedback(ctxAs(vikram))).toEqual({ feedback: [], next: null })
    for (const stranger of [vikram, ravi, (await cast.expert()).person, { ...meera, secondFactorMissing: true }]) {
      await expect(findFeedback(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(findFeedback(ctxAs(asha), newSessionId())).rejects.toEqual(refusal('no_such_session'))
    await expect(findFeedback(ctxAs(asha), '1; drop table')).rejects.toEqual(refusal('no_such_session'))
    await expect(findFeedback(ctxAs(visitor), id)).rejects.toEqual(refusal('not_signed_in'))
    await expect(listFeedback(ctxAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
    await expect(listFeedback(ctxAs(ravi))).rejects.toEqual(refusal('not_allowed'))
  })

  test('is given once, even concurrently', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    const results = await Promise.allSettled([1, 2].map(() => giveFeedback(ctxAs(ravi), newFeedback(id))))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(giveFeedback(ctxAs(ravi), newFeedback(id, { note: 'Another' }))).rejects.toEqual(
      refusal('feedback_given'),
    )
    expect((await findFeedback(ctxAs(asha), id))?.note).toBe('You are closer than you think.')
  })

  test('can be given only by the expert of a paid session', async () => {
    const { asha, ravi, id } = await newCompletedCall(20_000)
    await expect(giveFeedback(ctxAs(ravi), newFeedback(id))).rejects.toEqual(refusal('session_not_billed'))
    const { person: other } = await cast.expert()
    await expect(giveFeedback(ctxAs(other), newFeedback(id))).rejects.toEqual(refusal('no_such_session'))
    await expect(giveFeedback(ctxAs(ravi), newFeedback(newSessionId()))).rejects.toEqual(refusal('no_such_session'))
    await expect(giveFeedback(ctxAs(asha), newFeedback(id))).rejects.toEqual(refusal('not_allowed'))
    await expect(giveFeedback(ctxAs({ ...ravi, approval: 'suspended' }), newFeedback(id))).rejects.toEqual(
      refusal('not_allowed'),
    )
    await expect(giveFeedback(ctxAs(visitor), newFeedback(id))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('needs valid chips and a text of valid length', async () => {
    const { ravi, id } = await newCompletedCall()
    const give = (changes: object) => giveFeedback(ctxAs(ravi), newFeedback(id, changes))
    const empty = { strengths: [], customStrengths: '  ', improvements: [], note: '\n' }
    await expect(give(empty)).rejects.toEqual(refusal('feedback_empty'))
    for (const wrong of [
      { strengths: ['Clear goals'] },
      { improvements: ['Clear questions'] },
      { strengths: ['Clear questions', 'Clear questions'] },
      { note: 'a'.repeat(feedbackMaxLength + 1) },
      { note: 'a\0b' },
      { strengths: 'Clear questions' },
      { sessionId: '1' },
    ]) {
      await expect(give(wrong)).rejects.toEqual(refusal('invalid_input'))
    }
    await give({ ...empty, note: 'a'.repeat(feedbackMaxLength) })
  })

  test('stays when the expert is deleted, and cannot be given to a deleted student', async () => {
    const [{ person: asha }, ravi] = [await newSignedInPerson(database.as), await cast.expert()]
    const [billed, other] = await insertBilledSessions(database.db(), { expertId: ravi.person.id, count: 2 })
    if (!billed || !other) throw new Error('no sessions')
    await giveFeedback(ctxAs(ravi.person), newFeedback(billed.sessionId))
    await database
      .db()
      .updateTable('profiles')
      .set({ deleted_at: new Date() })
      .where('id', '=', other.student.id)
      .execute()
    expect(await findFeedbackState(ctxAs(ravi.person), other.sessionId)).toBeNull()
    await expect(giveFeedback(ctxAs(ravi.person), newFeedback(other.sessionId))).rejects.toEqual(
      refusal('nothing_there'),
    )
    await deleteAccount(ctxAs(ravi.person), { password: ravi.password })
    const ownWords = newFeedback(other.sessionId, { strengths: [], improvements: [] })
    await expect(giveFeedback(ctxAs(ravi.person), ownWords)).rejects.toEqual(refusal('no_such_person'))
    const { feedback } = await listFeedback(ctxAs(billed.student))
    expect(feedback).toMatchObject([
      { expertName: 'Expert', category: 'General', strengths: ['Clear questions', 'Keeps trying'] },
    ])
    expect(await listFeedback(ctxAs(asha))).toMatchObject({ feedback: [] })
  })

  test('is listed page by page without duplicates', async () => {
    const { asha, ravi } = await newCompletedCall()
    const billed = await insertBilledSessions(database.db(), {
      expertId: ravi.id,
      count: feedbackPageSize + 1,
    })
    await database
      .db()
      .insertInto('session_feedback')
      .values(
        billed.map(({ sessionId }) => ({
          session_id: sessionId,
          student_id: asha.id,
          expert_id: ravi.id,
          created_at: clock.now(),
          student_strengths: [],
          custom_strengths: '',
          improvement_areas: [],
          custom_improvements: '',
          motivational_note: 'Well done',
        })),
      )
      .execute()
    const first = await listFeedback(ctxAs(asha))
    expect(first.feedback).toHaveLength(feedbackPageSize)
    const second = await listFeedback(ctxAs(asha), { before: first.next ?? '' })
    expect(second).toMatchObject({ feedback: [{}], next: null })
    expect(new Set([...first.feedback, ...second.feedback].map(({ id }) => id)).size).toBe(feedbackPageSize + 1)
    const vikram = await cast.student()
    expect((await listFeedback(ctxAs(vikram), { before: first.next ?? '' })).feedback).toEqual([])
    expect((await listFeedback(ctxAs(asha), { before: 'no id' })).feedback).toHaveLength(feedbackPageSize)
  })
})

describe('the feedback reminder', () => {
  test('lists recent billed sessions until feedback is given', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    expect(await listFeedbackReminders(ctxAs(ravi))).toMatchObject({
      latest: [{ sessionId: id, studentName: expect.stringContaining('Person'), endedAt: expect.any(Date) }],
      total: 1,
    })
    expect(await findFeedbackState(ctxAs(ravi), id)).toBe('open')
    const { person: other } = await cast.expert()
    expect(await listFeedbackReminders(ctxAs(other))).toEqual({ latest: [], total: 0 })
    expect(await findFeedbackState(ctxAs(other), id)).toBeNull()
    expect(await findFeedbackState(ctxAs(ravi), 'no id')).toBeNull()
    await giveFeedback(ctxAs(ravi), newFeedback(id))
    expect(await listFeedbackReminders(ctxAs(ravi))).toEqual({ latest: [], total: 0 })
    expect(await findFeedbackState(ctxAs(ravi), id)).toBe('given')
    await expect(listFeedbackReminders(ctxAs(asha))).rejects.toEqual(refusal('not_allowed'))
    await expect(findFeedbackState(ctxAs(asha), id)).rejects.toEqual(refusal('not_allowed'))
  })

  test('leaves out free calls, and sessions older than a month', async () => {
    const { ravi } = await newCompletedCall(20_000)
    expect((await listFeedbackReminders(ctxAs(ravi))).total).toBe(0)
    const { ravi: other, id } = await newCompletedCall()
    clock.advance(31 * 86_400_000)
    expect((await listFeedbackReminders(ctxAs(other))).total).toBe(0)
    expect(await findFeedbackState(ctxAs(other), id)).toBe('open')
  })
})
