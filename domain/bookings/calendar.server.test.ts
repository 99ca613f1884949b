import { describe, expect, test } from 'vitest'
import { getCalendar } from '#domain/bookings/calendar.server.ts'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { countOwnTimes, findNextTime } from '#domain/schedule/list-slots.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'
import { aroundTheClock, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs } = cast
const kolkata = 'Asia/Kolkata'
const newId = () => crypto.randomUUID()

describe('the calendar of an expert', () => {
  test('has the week from Monday around the requested day, and marks today', async () => {
    const { person } = await cast.bookable()
    const today = dayOf(cast.clock.now(), kolkata)
    const week = await getCalendar(ctxAs(person), { day: '2027-03-17', zone: kolkata })
    expect(week.days.map(({ day }) => day)).toEqual([
      '2027-03-15',
      '2027-03-16',
      '2027-03-17',
      '2027-03-18',
      '2027-03-19',
      '2027-03-20',
      '2027-03-21',
    ])
    expect(week).toMatchObject({ zone: kolkata, today, day: '2027-03-17', hasHours: true })
    for (const day of [null, '', 'tomorrow', '2027-02-31', '2027-03-17x'])
      expect((await getCalendar(ctxAs(person), { day, zone: kolkata })).day).toBe(today)
  })

  test('has days of 23 and 25 hours when the clocks change', async () => {
    const weekly = [{ weekday: 7, fromMinute: 0, toMinute: 1_440 }]
    const { person } = await cast.bookable({ zone: 'Europe/Berlin', weekly })
    const readHours = async (day: string) => {
      const { days } = await getCalendar(ctxAs(person), { day, zone: kolkata })
      const calendarDay = days.find((each) => each.day === day)
      const open = calendarDay?.open.map(({ from, to }) => (to.getTime() - from.getTime()) / 3_600_000)
      return { all: (Number(calendarDay?.endsAt) - Number(calendarDay?.startsAt)) / 3_600_000, open }
    }
    expect(await readHours('2027-03-28')).toEqual({ all: 23, open: [2, 21] })
    expect(await readHours('2027-10-31')).toEqual({ all: 25, open: [3, 22] })
    expect(await readHours('2027-07-04')).toEqual({ all: 24, open: [24] })
  })

  test('shows exceptions instead of the weekly hours', async () => {
    const { person } = await cast.bookable()
    const today = dayOf(cast.clock.now(), kolkata)
    const [closedDay, changedDay] = [addDays(today, 8), addDays(today, 9)]
    await addException(ctxAs(person), { id: newId(), firstDay: closedDay, lastDay: closedDay, hours: null })
    const hours = { fromMinute: 600, toMinute: 660 }
    await addException(ctxAs(person), { id: newId(), firstDay: changedDay, lastDay: changedDay, hours })
    const findDay = async (day: string) =>
      (await getCalendar(ctxAs(person), { day, zone: kolkata, fromDay: true })).days[0]
    expect(await findDay(closedDay)).toMatchObject({ day: closedDay, exception: 'closed', open: [] })
    const changed = await findDay(changedDay)
    expect(changed?.exception).toBe('other hours')
    expect(changed?.open.map(({ from, to }) => Number(to) - Number(from))).toEqual([3_600_000])
  })

  test('shows a booking once, even after its session has begun, to its own expert only', async () => {
    const asha = await cast.student(2_000)
    const { person, expertId } = await cast.bookable()
    const startsAt = cast.inHours(2)
    const booking = await cast.book(asha, expertId, startsAt)
    const week = () => getCalendar(ctxAs(person), { day: dayOf(startsAt, kolkata), zone: kolkata })
    const listEntries = async () => (await week()).days.flatMap(({ entries }) => entries)
    expect(await listEntries()).toMatchObject([{ id: booking, kind: 'booking', state: 'booked', startsAt }])
    cast.moveTo(startsAt)
    await cast.join(asha, booking)
    await cast.join(person, booking)
    expect(await listEntries()).toMatchObject([{ id: booking, kind: 'booking', state: 'begun' }])
    const other = await cast.bookable()
    const otherWeek = await getCalendar(ctxAs(other.person), { day: dayOf(startsAt, kolkata), zone: kolkata })
    expect(otherWeek.days.flatMap(({ entries }) => entries)).toEqual([])
  })

  test('is for approved experts only', async () => {
    const { person } = await cast.bookable()
    const options = { day: null, zone: kolkata }
    const pending = { ...person, approval: 'pending' as const }
    await expect(getCalendar(ctxAs(pending), options)).rejects.toMatchObject({ code: 'not_allowed' })
    const asha = await cast.student(0)
    await expect(getCalendar(ctxAs(asha), options)).rejects.toMatchObject({ code: 'not_allowed' })
    const visitor = database.as({ kind: 'visitor', address: '::1' })
    await expect(getCalendar(visitor, options)).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('bookable times', () => {
  test('are counted for the next seven days, and the first one is found', async () => {
    // The clock is far from the hours below, so that none of them is within the notice period.
    cast.moveTo(new Date(`${addDays(dayOf(cast.clock.now(), kolkata), 1)}T14:00:00+05:30`))
    const { person, expertId } = await cast.bookable({ weekly: [] })
    expect(await countOwnTimes(ctxAs(person))).toBe(0)
    expect(await findNextTime(ctxAs(person), expertId)).toBeNull()
    await saveSchedule(ctxAs(person), {
      ...aroundTheClock,
      weekly: aroundTheClock.weekly.map(({ weekday }) => ({ weekday, fromMinute: 600, toMinute: 660 })),
    })
    expect(await countOwnTimes(ctxAs(person))).toBe(28)
    const next = await findNextTime(ctxAs({ kind: 'visitor', address: '::1' }), expertId)
    expect(next?.getTime()).toBe(cast.clock.now().getTime() + 20 * 3_600_000)
  })

  test('do not accept exceptions for past days', async () => {
    const { person } = await cast.bookable()
    const before = addDays(dayOf(cast.clock.now(), kolkata), -1)
    const past = { id: newId(), firstDay: before, lastDay: before, hours: null }
    await expect(addException(ctxAs(person), past)).rejects.toMatchObject({ code: 'exception_past' })
  })
})
