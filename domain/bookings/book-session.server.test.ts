import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { getBooking, listBookings, listUpcoming } from '#domain/bookings/queries.server.ts'
import { findSessionFile, deleteUnusedFiles } from '#domain/bookings/question-file.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import type { Storage } from '#platform/storage/port.ts'
import { afterStatementOn, requestTables } from '#tests/after-statement.ts'
import { bookingRow, countTaken, createBookingCast, jobsOfBooking, newBooking } from '#tests/bookings.ts'
import { waitUntilBlocked, useDatabase } from '#tests/database.ts'
import { pdfBytes } from '#tests/documents.ts'
import { changeRate, goOnline, newExpert } from '#tests/experts.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const readWallet = (id: string) => balanceOf(db(), 'student_wallet', id)

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

async function createPeople(amount = 1_000) {
  const [asha, ravi] = [await cast.student(amount), await cast.bookable()]
  return { asha, ravi: ravi.person, expertId: ravi.expertId }
}

describe('a booking', () => {
  test('is refused until the student has confirmed the email address', async () => {
    const { asha, expertId } = await createPeople()
    await db().updateTable('profiles').set({ email_confirmed_at: null }).where('id', '=', asha.id).execute()
    await expect(cast.book(asha, expertId, cast.inHours(48))).rejects.toEqual(refusal('email_unconfirmed'))
    expect(await readWallet(asha.id)).toBe(1_000_00)
  })

  test('continues only a session of the same two people', async () => {
    const { asha, expertId } = await createPeople()
    const others = await createPeople()
    const startsAt = cast.inHours(48)
    const booked = await cast.book(others.asha, others.expertId, startsAt)
    cast.moveTo(startsAt)
    for (const person of [others.asha, others.ravi]) await cast.join(person, booked)
    const laterAt = cast.inHours(48)
    for (const continues of [booked, randomUUID()]) {
      const booking = cast.book(asha, expertId, laterAt, { continues })
      await expect(booking).rejects.toEqual(refusal('no_such_session'))
      const ofOtherExpert = cast.book(others.asha, expertId, laterAt, { continues })
      await expect(ofOtherExpert).rejects.toEqual(refusal('no_such_session'))
    }
    expect(await readWallet(asha.id)).toBe(1_000_00)
    const id = await cast.book(others.asha, others.expertId, laterAt, { continues: booked })
    expect((await bookingRow(db(), id)).continues_id).toBe(booked)
  })

  test('reserves the time, holds the price, enqueues its jobs, and is visible to both sides', async () => {
    const { asha, ravi, expertId } = await createPeople()
    const startsAt = cast.inHours(48)
    cast.publishedTopics.length = 0
    const id = await cast.book(asha, expertId, startsAt, { minutes: 45 })
    expect(await readWallet(asha.id)).toBe(550_00)
    expect(await balanceOf(db(), 'session_escrow', id)).toBe(450_00)
    expect(await countTaken(db(), ravi.id)).toBe(1)
    expect(await jobsOfBooking(db(), id)).toEqual([
      { name: 'decide_booking', runAt: new Date(startsAt.getTime() + 600_000), change: null },
      { name: 'remind_of_booking', runAt: new Date(startsAt.getTime() - 86_400_000), change: null },
      { name: 'remind_of_booking', runAt: new Date(startsAt.getTime() - 900_000), change: null },
      { name: 'send_booking_mail', runAt: expect.any(Date), change: 'booked' },
      { name: 'send_booking_mail', runAt: expect.any(Date), change: 'booked' },
    ])
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`wallet:${asha.id}`, `rings:${asha.id}`, `rings:${ravi.id}`]),
    )
    const view = {
      id,
      state: 'booked',
      startsAt,
      minutes: 45,
      pricePaise: 450_00,
      lateFeePaise: 112_50,
      feePaise: null,
      movesLeft: 3,
      joinFrom: new Date(startsAt.getTime() - 300_000),
    }
    expect(await listUpcoming(ctxAs(asha))).toEqual([expect.objectContaining({ ...view, side: 'student' })])
    expect(await listUpcoming(ctxAs(ravi))).toEqual([expect.objectContaining({ ...view, side: 'expert' })])
    const week = { from: clock.now(), to: new Date(clock.now().getTime() + 7 * 86_400_000) }
    expect(await listBookings(ctxAs(ravi), week)).toHaveLength(1)
    // Money that is held for days for a booking is not reported as a stale hold.
    const later = { now: () => new Date(clock.now().getTime() + 40 * 3_600_000) }
    expect(await auditMoney({ ...system(), clock: later })).toEqual([])
  })

  test('is visible to its participants and the team only', async () => {
    const { asha, ravi, expertId } = await createPeople()
    const id = await cast.book(asha, expertId, cast.inHours(48))
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const [person, side] of [
      [asha, 'student'],
      [ravi, 'expert'],
      [meera, null],
    ] as const)
      expect(await getBooking(ctxAs(person), id)).toMatchObject({ id, side })
    const strangers = [await cast.student(0), (await cast.bookable()).person]
    for (const stranger of strangers) {
      await expect(getBooking(ctxAs(stranger), id)).rejects.toEqual(refusal('no_such_booking'))
      expect(await listUpcoming(ctxAs(stranger))).toEqual([])
    }
    await expect(getBooking(ctxAs(asha), 'x')).rejects.toEqual(refusal('no_such_booking'))
    await expect(getBooking(ctxAs({ kind: 'visitor', address: '' }), id)).rejects.toEqual(refusal('not_signed_in'))
  })

  test('is refused at a rate other than the one shown, and earlier bookings keep their rate', async () => {
    const { asha, expertId } = await createPeople()
    const request = newBooking(expertId, cast.inHours(48))
    await bookSession(ctxAs(asha), request)
    await changeRate(system(), expertId, 12_00)
    expect(await bookSession(ctxAs(asha), request)).toBe(request.id)
    await expect(cast.book(asha, expertId, cast.inHours(50))).rejects.toMatchObject({
      code: 'rate_changed',
      details: { ratePaisePerMinute: 12_00 },
    })
    expect(await readWallet(asha.id)).toBe(700_00)
    await cast.book(asha, expertId, cast.inHours(50), { ratePaisePerMinute: 12_00 })
    expect(await readWallet(asha.id)).toBe(340_00)
  })

  test('is created once by concurrent requests with the same id, and refused with other details', async () => {
    const { asha, expertId } = await createPeople()
    const request = newBooking(expertId, cast.inHours(48))
    const ids = await Promise.all(Array.from({ length: 5 }, () => bookSession(ctxAs(asha), request)))
    expect(new Set(ids)).toEqual(new Set([request.id]))
    expect(await readWallet(asha.id)).toBe(700_00)
    for (const changes of [{ minutes: 60 as const }, { startsAt: cast.inHours(50) }, { question: 'Other' }]) {
      await expect(bookSession(ctxAs(asha), { ...request, ...changes })).rejects.toEqual(refusal('other_request'))
    }
    const thief = await cast.student(1_000)
    await expect(bookSession(ctxAs(thief), request)).rejects.toEqual(refusal('other_request'))
  })

  test('is the same booking when a copy commits between two statements', async () => {
    const { asha, expertId } = await createPeople()
    const request = newBooking(expertId, cast.inHours(48))
    const copy = () => bookSession(ctxAs(asha), request)
    expect(await bookSession(afterStatementOn(ctxAs(asha), requestTables, copy), request)).toBe(request.id)
    expect(await readWallet(asha.id)).toBe(700_00)
  })

  test('is created once when a hundred students request one slot, and only its student pays', async () => {
    const { expertId, person: ravi } = await cast.bookable()
    const students = await Promise.all(Array.from({ length: 100 }, () => cast.student(300)))
    const startsAt = cast.inHours(30)
    const booked = await Promise.allSettled(students.map((student) => cast.book(student, expertId, startsAt)))
    expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = booked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons).toEqual(Array.from({ length: 99 }, () => refusal('slot_taken')))
    expect(await countTaken(db(), ravi.id)).toBe(1)
    const balances = await Promise.all(students.map(({ id }) => readWallet(id)))
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 99 }, () => 300_00)])
  })

  test('cannot be inserted twice for one slot, because of a table constraint', async () => {
    const { asha, ravi, expertId } = await createPeople()
    const startsAt = cast.inHours(48)
    await cast.book(asha, expertId, startsAt)
    const overlapping = sql`
      insert into expert_time (subject_id, expert_id, during, kind)
      values (${randomUUID()}, ${ravi.id}, tstzrange(${startsAt}::timestamptz + interval '29 minutes', ${startsAt}::timestamptz + interval '1 hour'), 'session')`
    await expect(overlapping.execute(db())).rejects.toThrow('expert_time_is_taken_once')
  })
})

describe('a booking is refused', () => {
  test('under the id of a session or a hold, and a session under the id of a booking', async () => {
    const { asha, ravi, expertId } = await createPeople()
    await goOnline(database.as, { person: ravi })
    const asked = await cast.ask(asha, expertId)
    await cancelSession(ctxAs(asha), { id: asked })
    await expect(cast.book(asha, expertId, cast.inHours(48), { id: asked })).rejects.toEqual(refusal('other_request'))
    const id = await cast.book(asha, expertId, cast.inHours(48))
    await expect(cast.ask(asha, expertId, { id })).rejects.toEqual(refusal('other_request'))
    const held = randomUUID() as SessionId
    await holdMoney(ctxAs(asha), { studentId: asha.id, sessionId: held, amount: paise(300_00), step: 0 })
    await expect(cast.book(asha, expertId, cast.inHours(50), { id: held })).rejects.toEqual(refusal('other_request'))
    expect(await countTaken(db(), ravi.id)).toBe(1)
  })

  test('for a suspended student, and with an expert who is suspended at the same moment', async () => {
    const { asha, ravi, expertId } = await createPeople()
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const other = await cast.student(1_000)
    await suspendPerson(ctxAs(meera), { id: other.id, why: 'She shouted at three experts.' })
    await expect(cast.book(other, expertId, cast.inHours(48))).rejects.toEqual(refusal('account_suspended'))
    const booking = await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('experts').set({ approval: 'suspended' }).where('id', '=', expertId).execute()
        const outcome = Promise.allSettled([cast.book(asha, expertId, cast.inHours(48))])
        await waitUntilBlocked(db())
        return { outcome }
      })
    expect(await booking.outcome).toEqual([{ status: 'rejected', reason: refusal('no_such_expert') }])
    expect(await countTaken(db(), ravi.id)).toBe(0)
  })

  test('for visitors, experts and the team', async () => {
    const { ravi, expertId } = await createPeople()
    const request = newBooking(expertId, cast.inHours(48))
    await expect(bookSession(ctxAs({ kind: 'visitor', address: '' }), request)).rejects.toEqual(
      refusal('not_signed_in_to_ask'),
    )
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const person of [ravi, meera])
      await expect(bookSession(ctxAs(person), request)).rejects.toEqual(refusal('not_allowed'))
  })

  test('with an expert who is not public, takes no bookings, or is blocked by either side', async () => {
    const { asha, ravi, expertId } = await createPeople()
    const startsAt = cast.inHours(48)
    for (const approval of ['pending', 'suspended'] as const) {
      const hidden = await newExpert(database.as, { approval })
      await expect(cast.book(asha, hidden.expertId, startsAt)).rejects.toEqual(refusal('no_such_expert'))
    }
    await expect(cast.book(asha, randomUUID(), startsAt)).rejects.toEqual(refusal('no_such_expert'))
    const withoutSchedule = await newExpert(database.as)
    await expect(cast.book(asha, withoutSchedule.expertId, startsAt)).rejects.toEqual(refusal('no_bookings_taken'))
    await goOnline(database.as, { person: ravi })
    const sessionId = await cast.ask(asha, expertId)
    await cancelSession(ctxAs(asha), { id: sessionId })
    for (const person of [asha, ravi]) {
      await setBlocked(ctxAs(person), { id: sessionId, blocked: true })
      await expect(cast.book(asha, expertId, startsAt)).rejects.toEqual(refusal('expert_not_for_you'))
      await setBlocked(ctxAs(person), { id: sessionId, blocked: false })
    }
    await setApproval(system(), { expertId, approval: 'suspended' })
    await expect(cast.book(asha, expertId, startsAt)).rejects.toEqual(refusal('no_such_expert'))
  })

  test('outside the hours, within the notice, beyond 60 days, off the quarter hour, and when taken', async () => {
    const asha = await cast.student(2_000)
    const { expertId } = await cast.bookable({
      noticeMinutes: 180,
      bufferMinutes: 15,
      zone: 'UTC',
      weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 720 })),
    })
    const noon = new Date(clock.now().getTime() + 3 * 86_400_000)
    noon.setUTCHours(12, 0, 0, 0)
    const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000)
    const attempts: [Date, string][] = [
      [new Date(clock.now().getTime() - 1), 'slot_past'],
      [cast.inHours(2), 'slot_too_soon'],
      [cast.inHours(60 * 24), 'slot_too_far'],
      [noon, 'slot_not_offered'],
      [before(15), 'slot_not_offered'],
      [before(61), 'slot_not_offered'],
    ]
    for (const [startsAt, code] of attempts)
      await expect(cast.book(asha, expertId, startsAt)).rejects.toEqual(refusal(code))
    await cast.book(asha, expertId, before(30))
    const other = await cast.student(2_000)
    for (const minutes of [15, 30, 45]) {
      await expect(cast.book(other, expertId, before(minutes), { minutes: 15 })).rejects.toEqual(refusal('slot_taken'))
    }
    // With the buffer this is the first free slot.
    await cast.book(other, expertId, before(60), { minutes: 15 })
    expect(await readWallet(asha.id)).toBe(1_700_00)
  })

  test('when the student has another booking, too little money, or reaches the daily limit', async () => {
    const { asha, expertId } = await createPeople(500)
    const other = await cast.bookable()
    const startsAt = cast.inHours(48)
    await cast.book(asha, expertId, startsAt)
    const overlapping = cast.book(asha, other.expertId, new Date(startsAt.getTime() + 900_000), {
      minutes: 15,
    })
    await expect(overlapping).rejects.toEqual(refusal('own_booking_overlaps'))
    const later = new Date(startsAt.getTime() + 3_600_000)
    await expect(cast.book(asha, other.expertId, later)).rejects.toEqual(refusal('not_enough_money'))
    expect(await countTaken(db(), other.person.id)).toBe(0)
    await setDailyLimit(ctxAs(asha), { amount: '400' })
    await expect(cast.book(asha, other.expertId, later, { minutes: 15 })).rejects.toEqual(refusal('above_daily_limit'))
    expect(await readWallet(asha.id)).toBe(200_00)
  })

  test('without a question, with an invalid length, and with an unknown time zone', async () => {
    const { asha, expertId } = await createPeople()
    const startsAt = cast.inHours(48)
    const attempts: [object, string][] = [
      [{ question: ' ' }, 'nothing_asked'],
      [{ zone: 'Nowhere' }, 'unknown_zone'],
      [{ minutes: 20 }, 'invalid_input'],
      [{ id: 'x' }, 'invalid_input'],
      [{ callType: 'smoke' }, 'invalid_input'],
      [
        { file: { key: 'questions/another-student/file', name: 'a.pdf', type: 'application/pdf' } },
        'no_such_question_file',
      ],
    ]
    for (const [changes, code] of attempts)
      await expect(cast.book(asha, expertId, startsAt, changes)).rejects.toEqual(refusal(code))
  })
})

test('an account deletion waits for a concurrent booking without a deadlock', async () => {
  const { person, password } = await cast.bookable()
  const deletion = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`select from schedules where expert_id = ${person.id} for update`.execute(tx)
      const outcome = Promise.allSettled([deleteAccount(ctxAs(person), { password })])
      await waitUntilBlocked(db())
      await sql`select from profiles where id = ${person.id} for key share`.execute(tx)
      return { outcome }
    })
  expect(await deletion.outcome).toEqual([{ status: 'fulfilled', value: undefined }])
})

test('the file of a booking is kept until its session, for its participants and the team only', async () => {
  const files = new Map<string, Uint8Array>()
  const storage: Storage = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => ({ bytes: files.get(key) ?? new Uint8Array(), contentType: 'application/pdf' }),
    list: async () => [...files.keys()],
    remove: async (keys) => keys.forEach((key) => files.delete(key)),
  }
  const { asha, ravi, expertId } = await createPeople()
  const file = await saveQuestionFile(
    { ...ctxAs(asha), storage, decodeQueue: createDecodeQueue() },
    { name: 'sky.pdf', bytes: pdfBytes },
  )
  const id = await cast.book(asha, expertId, cast.inHours(72), { file, question: '' })
  expect(await bookingRow(db(), id)).toMatchObject({ file_name: 'sky.pdf', question: null })
  const later = { now: () => new Date(clock.now().getTime() + 48 * 3_600_000) }
  await deleteUnusedFiles({ ...system(), clock: later, storage })
  expect(files.size).toBe(1)
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  for (const person of [asha, ravi, meera])
    expect(await findSessionFile({ ...ctxAs(person), storage }, id)).toMatchObject({ name: 'sky.pdf' })
  for (const stranger of [await cast.student(0), (await cast.bookable()).person])
    expect(await findSessionFile({ ...ctxAs(stranger), storage }, id)).toBeNull()
})
