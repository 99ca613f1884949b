import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'
import { changeSummary } from '#domain/reviews/change-summary.server.ts'
import { hideSummary, showSummary } from '#domain/reviews/hide-summary.server.ts'
import { findOwnSummary, findSummary } from '#domain/reviews/summary-queries.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { sessionId } from '#kernel/ids.ts'
import { summaryChangeDays, summaryFieldMaxLength } from '#kernel/limits.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import { useDatabase } from '#tests/database.ts'
import { newSessionId } from '#tests/money.ts'
import { newSummary, scriptPayload } from '#tests/reviews.ts'
import { completeCall, createCast } from '#tests/sessions.ts'
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
  return { asha, ravi, id, password, expertId }
}

describe('the summary of a session', () => {
  test('reaches its student immediately', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    expect(await findOwnSummary(ctxAs(ravi), id)).toBe('open')
    expect(await findSummary(ctxAs(asha), id)).toBeNull()
    cast.publishedTopics.length = 0
    await writeSummary(ctxAs(ravi), newSummary(id, { done: ` ${scriptPayload} `, next: '', suggestsBooking: true }))
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`session:${id}`, `rings:${asha.id}`]))
    const written = {
      parts: { done: scriptPayload, practice: 'Three problems about ice', next: '' },
      suggestsBooking: true,
      changedAt: null,
      hiddenReason: null,
    }
    expect(await findSummary(ctxAs(asha), id)).toMatchObject(written)
    expect(await findOwnSummary(ctxAs(ravi), id)).toMatchObject(written)
  })

  test('can be written after a free call, but not when the sides were never connected', async () => {
    const { asha, ravi, id, expertId } = await newCompletedCall(20_000)
    await writeSummary(ctxAs(ravi), newSummary(id))
    clock.advance(61_000)
    const declined = await cast.declined(asha, ravi, expertId)
    await expect(writeSummary(ctxAs(ravi), newSummary(declined))).rejects.toEqual(refusal('session_not_connected'))
    expect(await findOwnSummary(ctxAs(ravi), declined)).toBeNull()
    const ringing = await cast.ask(asha, expertId)
    await expect(writeSummary(ctxAs(ravi), newSummary(ringing))).rejects.toEqual(refusal('session_not_connected'))
    await cast.accept(ravi, ringing)
    await expect(writeSummary(ctxAs(ravi), newSummary(ringing))).rejects.toEqual(refusal('session_not_connected'))
  })

  test('is written and changed only by the expert of the session', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    const { person: other } = await cast.expert()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const save of [writeSummary, changeSummary]) {
      await expect(save(ctxAs(other), newSummary(id))).rejects.toEqual(refusal('no_such_session'))
      await expect(save(ctxAs(ravi), newSummary(newSessionId()))).rejects.toEqual(refusal('no_such_session'))
      for (const actor of [asha, meera, { ...ravi, approval: 'suspended' as const }]) {
        await expect(save(ctxAs(actor), newSummary(id))).rejects.toEqual(refusal('not_allowed'))
      }
      await expect(save(ctxAs(visitor), newSummary(id))).rejects.toEqual(refusal('not_signed_in'))
    }
    await expect(changeSummary(ctxAs(ravi), newSummary(id))).rejects.toEqual(refusal('no_such_summary'))
    await expect(findOwnSummary(ctxAs(asha), id)).rejects.toEqual(refusal('not_allowed'))
    expect(await findSummary(ctxAs(asha), id)).toBeNull()
  })

  test('is read only by its two people and the team', async () => {
    const { ravi, id } = await newCompletedCall()
    await writeSummary(ctxAs(ravi), newSummary(id))
    const [vikram, { person: meera }] = [await cast.student(), await newSignedInPerson(database.as, 'team')]
    expect(await findSummary(ctxAs(meera), id)).toMatchObject({ parts: { done: 'Why ice floats: its density' } })
    for (const stranger of [vikram, (await cast.expert()).person, { ...meera, secondFactorMissing: true }]) {
      await expect(findSummary(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(findSummary(ctxAs(visitor), id)).rejects.toEqual(refusal('not_signed_in'))
    await expect(findSummary(ctxAs(meera), 'no-id')).rejects.toEqual(refusal('no_such_session'))
  })

  test('is written once, even concurrently, and needs valid text', async () => {
    const { ravi, id } = await newCompletedCall()
    const write = (changes: object) => writeSummary(ctxAs(ravi), newSummary(id, changes))
    await expect(write({ done: ' ', practice: '', next: '\n' })).rejects.toEqual(refusal('summary_empty'))
    for (const wrong of [
      { done: 'a'.repeat(summaryFieldMaxLength + 1) },
      { practice: 'a\0b' },
      { next: 5 },
      { suggestsBooking: 'yes' },
      { sessionId: '1' },
    ]) {
      await expect(write(wrong)).rejects.toEqual(refusal('invalid_input'))
    }
    const results = await Promise.allSettled([write({}), write({})])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(write({ done: 'Another' })).rejects.toEqual(refusal('summary_written'))
    expect(await findOwnSummary(ctxAs(ravi), id)).toMatchObject({ parts: { done: 'Why ice floats: its density' } })
  })

  test('can be changed for some days, and says so', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    await writeSummary(ctxAs(ravi), newSummary(id, { suggestsBooking: true }))
    clock.advance(summaryChangeDays * 86_400_000 - 1)
    await changeSummary(ctxAs(ravi), newSummary(id, { done: 'Density' }))
    expect(await findSummary(ctxAs(asha), id)).toMatchObject({
      parts: { done: 'Density' },
      suggestsBooking: false,
      changedAt: clock.now(),
    })
    clock.advance(1)
    await expect(changeSummary(ctxAs(ravi), newSummary(id))).rejects.toEqual(refusal('summary_closed'))
    await expect(changeSummary(ctxAs(ravi), newSummary(id, { done: '', practice: '', next: '' }))).rejects.toEqual(
      refusal('summary_empty'),
    )
  })
})

describe('hiding a summary', () => {
  test('takes it from the student, with the reason, until it is shown again', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    await writeSummary(ctxAs(ravi), newSummary(id, { done: 'You are stupid', suggestsBooking: true }))
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    await hideSummary(ctxAs(meera), { sessionId: id, why: 'It insults the student.' })
    expect(await findSummary(ctxAs(asha), id)).toMatchObject({
      parts: null,
      suggestsBooking: false,
      hiddenReason: 'It insults the student.',
    })
    expect(await findOwnSummary(ctxAs(ravi), id)).toMatchObject({ parts: { done: 'You are stupid' } })
    const storage = createDiskStorage('/nowhere')
    expect(JSON.stringify(await collectOwnData({ ...ctxAs(asha), storage }))).not.toContain('You are stupid')
    await expect(changeSummary(ctxAs(ravi), newSummary(id))).rejects.toEqual(refusal('no_such_summary'))
    await expect(hideSummary(ctxAs(meera), { sessionId: id, why: 'Again' })).rejects.toEqual(
      refusal('summary_moved_on'),
    )
    await showSummary(ctxAs(meera), { sessionId: id, why: 'A joke between them.' })
    expect(await findSummary(ctxAs(asha), id)).toMatchObject({ parts: { done: 'You are stupid' }, hiddenReason: null })
    const lines = await database
      .db()
      .selectFrom('audit_log')
      .select(['act', 'why', 'subject_id'])
      .where('thing_id', '=', id)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { act: 'summary hidden', why: 'It insults the student.', subject_id: ravi.id },
      { act: 'summary shown again', why: 'A joke between them.', subject_id: ravi.id },
    ])
  })

  test('needs the team, a reason and a summary', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    await writeSummary(ctxAs(ravi), newSummary(id))
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const set of [hideSummary, showSummary]) {
      for (const actor of [asha, ravi]) {
        await expect(set(ctxAs(actor), { sessionId: id, why: 'Mine' })).rejects.toEqual(refusal('not_allowed'))
      }
      const finance = { ...meera, teamRole: 'finance' as const }
      await expect(set(ctxAs(finance), { sessionId: id, why: 'Mine' })).rejects.toEqual(refusal('other_team_role'))
      await expect(set(ctxAs(meera), { sessionId: id, why: ' ' })).rejects.toEqual(refusal('why_missing'))
      await expect(set(ctxAs(meera), { sessionId: newSessionId(), why: 'Rude' })).rejects.toEqual(
        refusal('no_such_summary'),
      )
    }
    expect(await findSummary(ctxAs(asha), id)).toMatchObject({ hiddenReason: null })
  })
})

describe('deleting an account', () => {
  test('of the expert leaves the summary to the student', async () => {
    const { asha, ravi, id, password } = await newCompletedCall(20_000)
    await writeSummary(ctxAs(ravi), newSummary(id))
    await deleteAccount(ctxAs(ravi), { password })
    expect(await findSummary(ctxAs(asha), id)).toMatchObject({ parts: { next: 'Pressure in water' } })
  })

  test('of the student removes the summary, even if an older node deletes the account, and no new one is accepted', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    await writeSummary(ctxAs(ravi), newSummary(id))
    await database.db().updateTable('profiles').set({ deleted_at: clock.now() }).where('id', '=', asha.id).execute()
    expect(await findOwnSummary(ctxAs(ravi), sessionId.parse(id))).toBeNull()
    await expect(writeSummary(ctxAs(ravi), newSummary(id))).rejects.toEqual(refusal('nothing_there'))
  })
})
