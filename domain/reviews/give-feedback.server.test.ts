import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import {
  findFeedback,
  findFeedbackState,
  listFeedback,
  listFeedbackReminders,
} from '#domain/reviews/feedback-queries.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { feedbackPageSize, feedbackWordsMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newSessionId } from '#tests/money.ts'
import { insertBilledSessions, newFeedback, scriptPayload } from '#tests/reviews.ts'
import { createCast, talk } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { at, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

/** Asha and Ravi have talked for that long. */
async function talked(liveMs = 60_000) {
  const [asha, { person: ravi, expertId, password }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await talk(at, { student: asha, expert: ravi, id, liveMs })
  return { asha, ravi, id, password }
}

describe('the expert’s feedback', () => {
  test('reaches the student at once, newest first, with who wrote it', async () => {
    const { asha, ravi, id } = await talked()
    cast.told.length = 0
    await giveFeedback(at(ravi), newFeedback(id, { note: ` ${scriptPayload} ` }))
    expect(cast.told).toEqual(expect.arrayContaining([`session:${id}`, `rings:${asha.id}`]))
    const read = await findFeedback(at(asha), id)
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
    clock.pass(61_000)
    const { person: meera, expertId } = await cast.expert()
    const later = await cast.ask(asha, expertId)
    await talk(at, { student: asha, expert: meera, id: later, liveMs: 60_000 })
    await giveFeedback(at(meera), newFeedback(later))
    const { feedback, next } = await listFeedback(at(asha))
    expect(feedback.map(({ sessionId }) => sessionId)).toEqual([later, id])
    expect(next).toBeNull()
  })

  test('is read by its student and the team, and by nobody else', async () => {
    const { asha, ravi, id } = await talked()
    expect(await findFeedback(at(asha), id)).toBeNull()
    await giveFeedback(at(ravi), newFeedback(id))
    const [vikram, { person: meera }] = [await cast.student(), await somebody(database.as, 'team')]
    expect(await findFeedback(at(meera), id)).toMatchObject({ sessionId: id })
    expect(await listFeedback(at(vikram))).toEqual({ feedback: [], next: null })
    for (const stranger of [
      vikram,
      ravi,
      (await cast.expert()).person,
      { ...meera, secondFactorMissing: true },
    ]) {
      await expect(findFeedback(at(stranger), id)).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(findFeedback(at(asha), newSessionId())).rejects.toEqual(refusal('no_such_session'))
    await expect(findFeedback(at(asha), '1; drop table')).rejects.toEqual(refusal('no_such_session'))
    await expect(findFeedback(at(visitor), id)).rejects.toEqual(refusal('not_signed_in'))
    await expect(listFeedback(at(visitor))).rejects.toEqual(refusal('not_signed_in'))
    await expect(listFeedback(at(ravi))).rejects.toEqual(refusal('not_allowed'))
  })

  test('is given once, also by two at the same time', async () => {
    const { asha, ravi, id } = await talked()
    const both = await Promise.allSettled([1, 2].map(() => giveFeedback(at(ravi), newFeedback(id))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(giveFeedback(at(ravi), newFeedback(id, { note: 'Another' }))).rejects.toEqual(
      refusal('feedback_given'),
    )
    expect((await findFeedback(at(asha), id))?.note).toBe('You are closer than you think.')
  })

  test('is for sessions that were paid for, by their own expert', async () => {
    const { asha, ravi, id } = await talked(20_000)
    await expect(giveFeedback(at(ravi), newFeedback(id))).rejects.toEqual(refusal('session_not_billed'))
    const { person: other } = await cast.expert()
    await expect(giveFeedback(at(other), newFeedback(id))).rejects.toEqual(refusal('no_such_session'))
    await expect(giveFeedback(at(ravi), newFeedback(newSessionId()))).rejects.toEqual(
      refusal('no_such_session'),
    )
    await expect(giveFeedback(at(asha), newFeedback(id))).rejects.toEqual(refusal('not_allowed'))
    await expect(giveFeedback(at({ ...ravi, approval: 'suspended' }), newFeedback(id))).rejects.toEqual(
      refusal('not_allowed'),
    )
    await expect(giveFeedback(at(visitor), newFeedback(id))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('says something, in chips that there are and words that fit', async () => {
    const { ravi, id } = await talked()
    const give = (changes: object) => giveFeedback(at(ravi), newFeedback(id, changes))
    const nothing = { strengths: [], customStrengths: '  ', improvements: [], note: '\n' }
    await expect(give(nothing)).rejects.toEqual(refusal('feedback_empty'))
    for (const wrong of [
      { strengths: ['Clear goals'] },
      { improvements: ['Clear questions'] },
      { strengths: ['Clear questions', 'Clear questions'] },
      { note: 'a'.repeat(feedbackWordsMaxLength + 1) },
      { note: 'a\0b' },
      { strengths: 'Clear questions' },
      { sessionId: '1' },
    ]) {
      await expect(give(wrong)).rejects.toEqual(refusal('invalid_input'))
    }
    await give({ ...nothing, note: 'a'.repeat(feedbackWordsMaxLength) })
  })

  test('stays with the student when the expert goes, and nobody writes to a student who has gone', async () => {
    const [{ person: asha }, ravi] = [await somebody(database.as), await cast.expert()]
    const [billed, other] = await insertBilledSessions(database.db(), { expertId: ravi.person.id, count: 2 })
    if (!billed || !other) throw new Error('no sessions')
    await giveFeedback(at(ravi.person), newFeedback(billed.sessionId))
    await database
      .db()
      .updateTable('profiles')
      .set({ deleted_at: new Date() })
      .where('id', '=', other.student.id)
      .execute()
    expect(await findFeedbackState(at(ravi.person), other.sessionId)).toBeNull()
    await expect(giveFeedback(at(ravi.person), newFeedback(other.sessionId))).rejects.toEqual(
      refusal('nothing_there'),
    )
    await deleteAccount(at(ravi.person), { password: ravi.password })
    const ownWords = newFeedback(other.sessionId, { strengths: [], improvements: [] })
    await expect(giveFeedback(at(ravi.person), ownWords)).rejects.toEqual(refusal('no_such_person'))
    const { feedback } = await listFeedback(at(billed.student))
    expect(feedback).toMatchObject([
      { expertName: 'Expert', category: 'General', strengths: ['Clear questions', 'Keeps trying'] },
    ])
    expect(await listFeedback(at(asha))).toMatchObject({ feedback: [] })
  })

  test('comes page by page, each once', async () => {
    const { asha, ravi } = await talked()
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
    const first = await listFeedback(at(asha))
    expect(first.feedback).toHaveLength(feedbackPageSize)
    const second = await listFeedback(at(asha), { before: first.next ?? '' })
    expect(second).toMatchObject({ feedback: [{}], next: null })
    expect(new Set([...first.feedback, ...second.feedback].map(({ id }) => id)).size).toBe(
      feedbackPageSize + 1,
    )
    const vikram = await cast.student()
    expect((await listFeedback(at(vikram), { before: first.next ?? '' })).feedback).toEqual([])
    expect((await listFeedback(at(asha), { before: 'no id' })).feedback).toHaveLength(feedbackPageSize)
  })
})

describe('the reminder of the expert', () => {
  test('names billed sessions of late until feedback is given', async () => {
    const { asha, ravi, id } = await talked()
    expect(await listFeedbackReminders(at(ravi))).toMatchObject({
      latest: [{ sessionId: id, studentName: expect.stringContaining('Person'), endedAt: expect.any(Date) }],
      total: 1,
    })
    expect(await findFeedbackState(at(ravi), id)).toBe('open')
    const { person: other } = await cast.expert()
    expect(await listFeedbackReminders(at(other))).toEqual({ latest: [], total: 0 })
    expect(await findFeedbackState(at(other), id)).toBeNull()
    expect(await findFeedbackState(at(ravi), 'no id')).toBeNull()
    await giveFeedback(at(ravi), newFeedback(id))
    expect(await listFeedbackReminders(at(ravi))).toEqual({ latest: [], total: 0 })
    expect(await findFeedbackState(at(ravi), id)).toBe('given')
    await expect(listFeedbackReminders(at(asha))).rejects.toEqual(refusal('not_allowed'))
    await expect(findFeedbackState(at(asha), id)).rejects.toEqual(refusal('not_allowed'))
  })

  test('is silent about calls that cost nothing, and after a month', async () => {
    const { ravi } = await talked(20_000)
    expect((await listFeedbackReminders(at(ravi))).total).toBe(0)
    const { ravi: other, id } = await talked()
    clock.pass(31 * 86_400_000)
    expect((await listFeedbackReminders(at(other))).total).toBe(0)
    expect(await findFeedbackState(at(other), id)).toBe('open')
  })
})
