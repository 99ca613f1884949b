import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getCalendarFile } from '#domain/bookings/calendar-entry.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { agreeToContinue } from '#domain/bookings/agree-to-continue.server.ts'
import {
  countBookedOn,
  findContinueAgreement,
  getBookedIncome,
  getBooking,
  listBookingEvents,
  listBookings,
  listPast,
  listUpcoming,
} from '#domain/bookings/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { takesBookings } from '#domain/schedule/queries.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays, spanOfDay } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'
import type { SessionId } from '#kernel/ids.ts'
import { bookingsPageSize } from '#kernel/limits.ts'
import { readConfig } from '#server/config.server.ts'
import { aroundTheClock, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs, system } = cast
const { product } = readConfig({})
const refusal = (code: string) => expect.objectContaining({ code })

async function createBooking() {
  const [asha, ravi] = [await cast.student(1_000), await cast.bookable()]
  const startsAt = cast.inHours(30)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  return { asha, ravi: ravi.person, expertId: ravi.expertId, startsAt, id }
}

async function listHistory(person: Person, id: SessionId) {
  const events = await listBookingEvents(ctxAs(person), await getBooking(ctxAs(person), id))
  return events.map(({ what, side }) => (side ? `${side} ${what}` : what))
}

test('visitors see that an expert takes bookings while the schedule has hours', async () => {
  const { ravi, expertId } = await createBooking()
  expect(await takesBookings(ctxAs({ kind: 'visitor', address: '' }), expertId)).toBe(true)
  await saveSchedule(ctxAs(ravi), { ...aroundTheClock, weekly: [] })
  expect(await takesBookings(ctxAs({ kind: 'visitor', address: '' }), expertId)).toBe(false)
})

test('an expert with hours on one day only takes bookings until that day ends in the expert’s zone', async () => {
  for (const [zone, lastDay] of [
    // At 20:00 UTC it is already the next day in Kolkata, and at 05:00 UTC still the previous day in Honolulu.
    ['Asia/Kolkata', { evening: false, nextMorning: false }],
    ['Pacific/Honolulu', { evening: true, nextMorning: true }],
  ] as const) {
    const { person, expertId } = await cast.bookable({ zone, weekly: [] })
    const day = addDays(dayOf(cast.clock.now(), 'UTC'), 3)
    const hours = { fromMinute: 0, toMinute: 1_440 }
    await addException(ctxAs(person), { id: randomUUID(), firstDay: day, lastDay: day, hours })
    const takesAt = (time: string) =>
      takesBookings(database.as({ kind: 'visitor', address: '' }, { now: () => new Date(`${time}Z`) }), expertId)
    expect(await takesAt(`${day}T12:00`)).toBe(true)
    expect(await takesAt(`${day}T20:00`)).toBe(lastDay.evening)
    expect(await takesAt(`${addDays(day, 1)}T05:00`)).toBe(lastDay.nextMorning)
  }
})

test('the bookings of a period are those that overlap it in the expert’s zone', async () => {
  const [asha, ravi] = [await cast.student(3_000), await cast.bookable()]
  const day = dayOf(cast.inHours(72), 'Asia/Kolkata')
  const { from, to } = spanOfDay(day, 'Asia/Kolkata')
  const ids: SessionId[] = []
  // Ends before midnight, spans midnight, last of the day, first of the next day.
  for (const minutes of [-60, -30, 1_425, 1_440]) {
    const startsAt = new Date(from + minutes * 60_000)
    ids.push(await cast.book(asha, ravi.expertId, startsAt, { minutes: minutes === -30 ? 60 : 15 }))
  }
  expect(await countBookedOn(ctxAs(ravi.person), { firstDay: day, lastDay: day })).toBe(2)
  expect(await countBookedOn(ctxAs(ravi.person), { firstDay: day, lastDay: addDays(day, 1) })).toBe(3)
  const listed = await listBookings(ctxAs(asha), { from: new Date(from), to: new Date(to) })
  expect(listed.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  expect(await countBookedOn(ctxAs((await cast.bookable()).person), { firstDay: day, lastDay: day })).toBe(0)
})

test('past bookings leave the upcoming list and are paged, for their owner only', async () => {
  const [asha, ravi] = [await cast.student(1_000), await cast.bookable()]
  const ids: SessionId[] = []
  for (let count = 0; count <= bookingsPageSize; count += 1) {
    const id = await cast.book(asha, ravi.expertId, cast.inHours(30 + count))
    await cancelBooking(ctxAs(asha), { id, shownFeePaise: 0 })
    ids.unshift(id)
  }
  const upcoming = await cast.book(asha, ravi.expertId, cast.inHours(29))
  expect((await listUpcoming(ctxAs(asha))).map(({ id }) => id)).toEqual([upcoming])
  const first = await listPast(ctxAs(asha))
  expect(first.bookings.map(({ id }) => id)).toEqual(ids.slice(0, -1))
  const second = await listPast(ctxAs(asha), { before: first.next ?? '' })
  expect([second.bookings.map(({ id }) => id), second.next]).toEqual([ids.slice(-1), null])
  const stranger = await cast.student(0)
  expect(await listPast(ctxAs(stranger), { before: ids[0] })).toEqual({ bookings: [], next: null })
  await expect(listPast(ctxAs({ kind: 'visitor', address: '' }))).rejects.toEqual(refusal('not_signed_in'))
})

test('the events of a booking show who joined, and how long they waited if it was missed', async () => {
  const begun = await createBooking()
  cast.moveTo(begun.startsAt)
  for (const person of [begun.asha, begun.ravi]) await cast.join(person, begun.id)
  expect(await listHistory(begun.asha, begun.id)).toEqual(['student booked', 'student came', 'expert came'])

  const missed = await createBooking()
  cast.moveTo(missed.startsAt)
  await cast.join(missed.asha, missed.id)
  cast.moveTo(missed.startsAt, 8)
  await cast.join(missed.asha, missed.id)
  cast.moveTo(missed.startsAt, 10)
  await resolveNoShow(system(), { bookingId: missed.id })
  const expected = ['student booked', 'student came', 'student was there last', 'missed']
  for (const person of [missed.asha, missed.ravi]) expect(await listHistory(person, missed.id)).toEqual(expected)
  const view = await getBooking(ctxAs(missed.asha), missed.id)
  await expect(listBookingEvents(ctxAs(begun.asha), view)).rejects.toEqual(refusal('no_such_booking'))
})

test('both sides see who agrees to continue', async () => {
  const { asha, ravi, startsAt, id } = await createBooking()
  expect(await findContinueAgreement(system(), id)).toBeNull()
  cast.moveTo(startsAt)
  for (const person of [asha, ravi]) await cast.join(person, id)
  await agreeToContinue(ctxAs(ravi), { id })
  expect(await findContinueAgreement(system(), id)).toEqual({ student: false, expert: true, isAgreed: false })
  await agreeToContinue(ctxAs(asha), { id })
  expect(await findContinueAgreement(system(), id)).toEqual({ student: true, expert: true, isAgreed: true })
  await expect(findContinueAgreement(ctxAs(asha), id)).rejects.toEqual(refusal('not_allowed'))
})

test('each participant can download a calendar entry until the booking is cancelled', async () => {
  const { asha, ravi, id } = await createBooking()
  const downloadFile = (person: Person) => getCalendarFile({ ...ctxAs(person), product }, id)
  expect(await downloadFile(asha)).toContain(`${product.origin}/user/bookings/`)
  expect(await downloadFile(ravi)).toContain(`${product.origin}/expert/bookings/`)
  await expect(downloadFile(await cast.student(0))).rejects.toEqual(refusal('no_such_booking'))
  await cancelBooking(ctxAs(ravi), { id, shownFeePaise: 0 })
  await expect(downloadFile(asha)).rejects.toEqual(refusal('booking_moved_on'))
})

test('the booked income is the part of the expert in all bookings that have not begun', async () => {
  const [asha, vikram] = [await cast.student(2_000), await cast.student(2_000)]
  const { person: ravi, expertId } = await cast.bookable()
  const other = await cast.bookable()
  const income = () => getBookedIncome(ctxAs(ravi))
  expect(await income()).toEqual({ count: 0, amountPaise: 0 })
  const startsAt = cast.inHours(30)
  const soon = await cast.book(asha, expertId, startsAt, { minutes: 15 })
  const later = await cast.book(vikram, expertId, cast.inHours(40), { minutes: 60 })
  await cast.book(vikram, other.expertId, cast.inHours(50))
  // ₹10 per minute, of which the expert gets 80 percent.
  expect(await income()).toEqual({ count: 2, amountPaise: (15 + 60) * 800 })
  // Each part is rounded down: 60 minutes at ₹0.33 are 1,980 paise, and 33 percent of them 653.4.
  await database
    .db()
    .updateTable('bookings')
    .set({ rate_paise_per_minute: 33, share_percent: 33 })
    .where('id', '=', later)
    .execute()
  expect(await income()).toEqual({ count: 2, amountPaise: 15 * 800 + 653 })
  await cancelBooking(ctxAs(vikram), { id: later, shownFeePaise: 0 })
  expect(await income()).toEqual({ count: 1, amountPaise: 15 * 800 })
  cast.moveTo(startsAt)
  await cast.join(asha, soon)
  await cast.join(ravi, soon)
  expect(await income()).toEqual({ count: 0, amountPaise: 0 })
})

test('only an approved expert has a booked income', async () => {
  const { asha, ravi } = await createBooking()
  await expect(getBookedIncome(ctxAs(asha))).rejects.toEqual(refusal('not_allowed'))
  await expect(getBookedIncome(ctxAs({ kind: 'visitor', address: '' }))).rejects.toEqual(refusal('not_signed_in'))
  for (const approval of ['pending', 'suspended'] as const) {
    await expect(getBookedIncome(ctxAs({ ...ravi, approval }))).rejects.toEqual(refusal('not_allowed'))
  }
})
