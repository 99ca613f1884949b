import { describe, expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { getOtherPerson } from '#domain/bookings/other-person.server.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { listSessions } from '#domain/sessions/history.server.ts'
import { findRing, findSessionState, getSession, listEvents } from '#domain/sessions/queries.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { listStatement } from '#domain/sessions/statement.server.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline } from '#tests/experts.ts'
import { newSessionId } from '#tests/money.ts'
import { completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs, declined } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

async function newPair(money = 100) {
  const [asha, ravi] = [await cast.student(money), await cast.expert()]
  return { asha, ravi: ravi.person, expertId: ravi.expertId }
}

test('the state of a session has the photos of both people and the subjects of the expert, and a ring has the photo of the student', async () => {
  const { asha, ravi, expertId } = await newPair()
  const studentPhotoUrl = '/photos/asha.webp'
  const expertPhotoUrl = '/photos/ravi.webp'
  const { db } = ctxAs(asha)
  await db.updateTable('profiles').set({ avatar_url: studentPhotoUrl }).where('id', '=', asha.id).execute()
  await db
    .updateTable('experts')
    .set({ profile_photo: expertPhotoUrl, key_subjects: ['Python'] })
    .where('id', '=', expertId)
    .execute()
  const id = await cast.ask(asha, expertId)
  expect(await findSessionState(cast.system(), id)).toMatchObject({
    studentPhotoUrl,
    expertPhotoUrl,
    expertSubjects: ['Python'],
  })
  expect((await findRing(ctxAs(ravi), ravi.id)).ring).toMatchObject({ studentPhotoUrl })
})

describe('one’s own sessions', () => {
  test('show the question, the charge and the timeline', async () => {
    const { asha, ravi, expertId } = await newPair(50)
    const file = { key: `questions/${asha.id}/a`, name: 'top.webp', type: 'image/webp' as const }
    await database
      .db()
      .insertInto('question_files')
      .values({ ...file, student_id: asha.id, size_bytes: 68, stored_at: cast.clock.now() })
      .execute()
    const id = await cast.ask(asha, expertId, { file, callType: 'audio' })
    await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 134_000 })
    const [view] = (await listSessions(ctxAs(asha))).sessions
    expect(view).toEqual(await getSession(ctxAs(asha), id))
    expect(view).toMatchObject({
      callType: 'audio',
      state: 'settled',
      fileName: 'top.webp',
      fileType: 'image/webp',
      liveMs: 134_000,
      heldPaise: 50_00,
      billedMinutes: 3,
      chargedPaise: 30_00,
      sharePercent: 80,
      expertId,
      expertName: 'Ravi Nair',
    })
    const events = await listEvents(ctxAs(ravi), id)
    expect(events.map(({ what }) => what).join(', ')).toBe(
      'asked, rang, answered, joined, joined, connected, hung up, billed',
    )
    expect(await listEvents(ctxAs(asha), id)).toEqual(events)
    for (const person of [asha, ravi]) {
      expect((await listStatement(database.as(person))).lines[0]).toMatchObject({ sessionId: id })
    }
    expect((await listStatement(database.as(asha))).lines.at(-1)).toMatchObject({ sessionId: null })
  })

  test('stay readable when the other party has deleted the account', async () => {
    const { asha, ravi, expertId } = await newPair(10)
    const id = await cast.ask(asha, expertId)
    await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 60_000 })
    await deleteAccount(ctxAs(asha), { password: 'quite-a-secret' })
    expect(await getSession(ctxAs(ravi), id)).toMatchObject({
      studentName: 'Deleted account',
      question: null,
      chargedPaise: 10_00,
    })
  })

  test.each(['no-id', '%27%3B--', '00000000-0000-7000-8000-000000000000'])(
    'are not found under the id %s',
    async (id) => {
      const { asha } = await newPair()
      await expect(getSession(ctxAs(asha), id)).rejects.toEqual(refusal('no_such_session'))
    },
  )
})

describe('blocks and reports', () => {
  test('are visible only to the person who made them', async () => {
    const { asha, ravi, expertId } = await newPair()
    const id = await declined(asha, ravi, expertId)
    const noBlockOrReport = { isBlocked: false, isReported: false, bookedId: null }
    expect(await getOtherPerson(ctxAs(asha), id)).toEqual(noBlockOrReport)
    await setBlocked(ctxAs(asha), { id, blocked: true })
    await reportPerson(ctxAs(asha), { id: newSessionId(), sessionId: id, text: 'He was rude.' })
    expect(await getOtherPerson(ctxAs(asha), id)).toEqual({ ...noBlockOrReport, isBlocked: true, isReported: true })
    expect(await getOtherPerson(ctxAs(ravi), id)).toEqual(noBlockOrReport)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const stranger of [await cast.student(0), meera]) {
      await expect(getOtherPerson(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_session'))
    }
    await expect(getOtherPerson(ctxAs(visitor), id)).rejects.toEqual(refusal('not_signed_in'))
  })

  test('are returned with the next booking of the two people, which a block does not cancel', async () => {
    const [asha, { person: ravi, expertId }] = [await cast.student(1_000), await cast.bookable()]
    await goOnline(database.as, { person: ravi })
    const id = await declined(asha, ravi, expertId)
    const later = await cast.book(asha, expertId, cast.inHours(60))
    const next = await cast.book(asha, expertId, cast.inHours(48))
    await cast.book(await cast.student(1_000), expertId, cast.inHours(24))
    await setBlocked(ctxAs(asha), { id, blocked: true })
    for (const person of [asha, ravi]) expect(await getOtherPerson(ctxAs(person), id)).toMatchObject({ bookedId: next })
    const cancel = (bookingId: string) => cancelBooking(ctxAs(asha), { id: bookingId, shownFeePaise: 0 })
    await cancel(next)
    expect(await getOtherPerson(ctxAs(ravi), id)).toMatchObject({ bookedId: later })
    await cancel(later)
    expect(await getOtherPerson(ctxAs(asha), id)).toMatchObject({ isBlocked: true, bookedId: null })
  })
})
