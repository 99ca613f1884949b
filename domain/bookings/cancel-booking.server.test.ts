import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelBooking, quoteCancellation } from '#domain/bookings/cancel-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { bookingRow, countTaken, createBookingCast, jobsOfBooking } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const readWallet = (id: string) => balanceOf(db(), 'student_wallet', id)
const visitor = { kind: 'visitor', address: '' } as const

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** Asha books Ravi for half an hour: ₹300 of her ₹1,000. */
async function createBooking(hours: number) {
  const [asha, ravi] = [await cast.student(1_000), await cast.bookable()]
  const startsAt = cast.inHours(hours)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  return { asha, ravi: ravi.person, expertId: ravi.expertId, startsAt, id }
}

const cancel = (person: Parameters<typeof ctxAs>[0], id: string, shownFeePaise = 0) =>
  cancelBooking(ctxAs(person), { id, shownFeePaise })

describe('cancelling', () => {
  test('up to 24 hours before is free: the hold is released, and the time is free again', async () => {
    const { asha, ravi, startsAt, id } = await createBooking(30)
    expect(await quoteCancellation(ctxAs(asha), { id })).toEqual({
      feePaise: 0,
      returnedPaise: 300_00,
      freeUntil: new Date(startsAt.getTime() - 24 * 3_600_000),
    })
    cast.moveTo(startsAt, -24 * 60)
    await cancel(asha, id)
    expect(await readWallet(asha.id)).toBe(1_000_00)
    expect(await statementOf(db(), asha.id)).toEqual([1_000_00])
    expect(await countTaken(db(), ravi.id)).toBe(0)
    expect(await bookingRow(db(), id)).toMatchObject({
      state: 'cancelled',
      cancelled_by: 'student',
      fee_paise: 0,
      sequence: 1,
    })
    const changes = (await jobsOfBooking(db(), id)).map((job) => job.change)
    expect(changes.filter((each) => each === 'cancelled')).toHaveLength(2)
    expect(await auditMoney(system())).toEqual([])
  })

  test('within 24 hours costs a quarter, which is shown first and split as for a session', async () => {
    const { asha, ravi, startsAt, id } = await createBooking(30)
    cast.moveTo(startsAt, -24 * 60 + 1)
    const quote = await quoteCancellation(ctxAs(asha), { id })
    expect(quote).toEqual({ feePaise: 75_00, returnedPaise: 225_00, freeUntil: null })
    // A confirmation of a different fee is refused.
    await expect(cancel(asha, id, 0)).rejects.toEqual(refusal('fee_changed'))
    expect(await readWallet(asha.id)).toBe(700_00)
    await Promise.all(Array.from({ length: 5 }, () => cancel(asha, id, quote.feePaise)))
    expect(await readWallet(asha.id)).toBe(925_00)
    expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(60_00)
    expect(await statementOf(db(), asha.id)).toEqual([1_000_00, -75_00])
    expect(await bookingRow(db(), id)).toMatchObject({ fee_paise: 75_00, sequence: 1 })
  })

  test('by the expert releases everything, however late', async () => {
    const { asha, ravi, startsAt, id } = await createBooking(30)
    cast.moveTo(startsAt, -1)
    expect(await quoteCancellation(ctxAs(ravi), { id })).toMatchObject({ feePaise: 0, returnedPaise: 300_00 })
    await cancel(ravi, id)
    expect(await readWallet(asha.id)).toBe(1_000_00)
    expect(await bookingRow(db(), id)).toMatchObject({ state: 'cancelled', cancelled_by: 'expert' })
    await expect(cancel(asha, id)).rejects.toEqual(refusal('booking_moved_on'))
  })

  test('is refused after the start and for other people', async () => {
    const { asha, ravi, startsAt, id } = await createBooking(30)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    const strangers = [await cast.student(0), (await cast.bookable()).person, meera]
    for (const stranger of strangers) {
      for (const act of [
        () => cancel(stranger, id, 300_00),
        () => quoteCancellation(ctxAs(stranger), { id }),
        () => rescheduleBooking(ctxAs(stranger), { id, startsAt: cast.inHours(40) }),
      ])
        await expect(act()).rejects.toEqual(refusal('no_such_booking'))
    }
    await expect(cancel(visitor, id)).rejects.toEqual(refusal('not_signed_in'))
    await expect(quoteCancellation(ctxAs(visitor), { id })).rejects.toEqual(refusal('not_signed_in'))
    await expect(cancel(asha, 'x')).rejects.toEqual(refusal('invalid_input'))
    await expect(cancel(asha, id, -1)).rejects.toEqual(refusal('invalid_input'))
    await expect(cancel(asha, randomUUID())).rejects.toEqual(refusal('no_such_booking'))
    cast.moveTo(startsAt)
    for (const person of [asha, ravi])
      await expect(cancel(person, id, 300_00)).rejects.toEqual(refusal('booking_begun'))
  })
})

describe('rescheduling', () => {
  test('takes the new time, frees the old one, moves no money, and delays the no-show decision', async () => {
    const { asha, ravi, expertId, startsAt, id } = await createBooking(30)
    const later = new Date(startsAt.getTime() + 900_000)
    // Half of the new time overlaps with its own old time.
    await rescheduleBooking(ctxAs(asha), { id, startsAt: later })
    await rescheduleBooking(ctxAs(asha), { id, startsAt: later })
    expect(await bookingRow(db(), id)).toMatchObject({
      state: 'booked',
      starts_at: later,
      ends_at: new Date(later.getTime() + 1_800_000),
      sequence: 1,
      moves: 1,
      cancel_terms: 'usual',
    })
    expect(await readWallet(asha.id)).toBe(700_00)
    expect(await countTaken(db(), ravi.id)).toBe(1)
    const jobs = await jobsOfBooking(db(), id)
    expect(jobs.filter(({ name }) => name === 'decide_booking').map((job) => job.runAt)).toEqual([
      new Date(later.getTime() + 600_000),
    ])
    expect(jobs.filter(({ change }) => change === 'moved')).toHaveLength(2)
    const other = await cast.student(1_000)
    await cast.book(other, expertId, startsAt, { minutes: 15 })
    await expect(cast.book(other, expertId, later)).rejects.toEqual(refusal('slot_taken'))
  })

  test('by the student within 24 hours keeps the fee, however far the booking is moved', async () => {
    const { asha, startsAt, id } = await createBooking(30)
    cast.moveTo(startsAt, -60)
    await rescheduleBooking(ctxAs(asha), { id, startsAt: cast.inHours(100) })
    const quote = await quoteCancellation(ctxAs(asha), { id })
    expect(quote).toEqual({ feePaise: 75_00, returnedPaise: 225_00, freeUntil: null })
    await rescheduleBooking(ctxAs(asha), { id, startsAt: cast.inHours(200) })
    await cancel(asha, id, 75_00)
    expect(await readWallet(asha.id)).toBe(925_00)
  })

  test('by the expert lets the student cancel for free, and is refused within 24 hours', async () => {
    const { asha, ravi, id } = await createBooking(30)
    const soon = cast.inHours(3)
    await rescheduleBooking(ctxAs(ravi), { id, startsAt: soon })
    expect(await quoteCancellation(ctxAs(asha), { id })).toMatchObject({ feePaise: 0 })
    await expect(rescheduleBooking(ctxAs(ravi), { id, startsAt: cast.inHours(40) })).rejects.toEqual(
      refusal('booking_too_late_to_move'),
    )
    cast.moveTo(soon, -1)
    await cancel(asha, id)
    expect(await readWallet(asha.id)).toBe(1_000_00)
  })

  test('is possible three times, and only when the expert and the student have time', async () => {
    const { asha, expertId, startsAt, id } = await createBooking(30)
    const other = await cast.student(1_000)
    const taken = cast.inHours(50)
    await cast.book(other, expertId, taken)
    const second = await cast.bookable()
    const own = cast.inHours(60)
    await cast.book(asha, second.expertId, own)
    const move = (to: Date) => rescheduleBooking(ctxAs(asha), { id, startsAt: to })
    await expect(move(taken)).rejects.toEqual(refusal('slot_taken'))
    await expect(move(own)).rejects.toEqual(refusal('own_booking_overlaps'))
    await expect(move(new Date(own.getTime() + 60_000))).rejects.toEqual(refusal('slot_not_offered'))
    await expect(move(cast.inHours(0.2))).rejects.toEqual(refusal('slot_too_soon'))
    await expect(move(new Date(0))).rejects.toEqual(refusal('slot_past'))
    await expect(move(cast.inHours(61 * 24))).rejects.toEqual(refusal('slot_too_far'))
    await expect(move(new Date(Number.NaN))).rejects.toEqual(refusal('invalid_input'))
    expect(await bookingRow(db(), id)).toMatchObject({ starts_at: startsAt, moves: 0 })
    for (const hours of [70, 71, 72]) await move(cast.inHours(hours))
    await expect(move(cast.inHours(73))).rejects.toEqual(refusal('booking_moves_used'))
    await expect(rescheduleBooking(ctxAs(visitor), { id, startsAt: cast.inHours(74) })).rejects.toEqual(
      refusal('not_signed_in'),
    )
  })

  test('by two students to the same slot succeeds for one', async () => {
    const [first, rival] = [await createBooking(30), await cast.student(1_000)]
    const secondId = await cast.book(rival, first.expertId, cast.inHours(40))
    const startsAt = cast.inHours(80)
    const results = await Promise.allSettled([
      rescheduleBooking(ctxAs(first.asha), { id: first.id, startsAt }),
      rescheduleBooking(ctxAs(rival), { id: secondId, startsAt }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await cancel(first.asha, first.id)
    await expect(rescheduleBooking(ctxAs(first.asha), { id: first.id, startsAt: cast.inHours(90) })).rejects.toEqual(
      refusal('booking_moved_on'),
    )
  })
})
