import { expect, test } from 'vitest'
import { addDays, type Availability, slots, spanOfDay } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'

const morning = (zone: string): Availability => ({
  zone,
  bufferMinutes: 0,
  noticeMinutes: 60,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 60, toMinute: 240 })),
  exceptions: [],
})

const listStarts = (availability: Availability, day: string, minutes = 60, zone = availability.zone) =>
  slots({ availability, taken: [], minutes, within: spanOfDay(day, zone) }).map((at) =>
    new Date(at).toISOString().slice(11, 16),
  )

test('an hour skipped in spring cannot be booked, and one repeated in autumn can be booked twice', () => {
  const berlin = morning('Europe/Berlin')
  // 01:00 to 04:00 local time: 00:00 to 03:00 UTC in winter, one hour less in spring, one hour more in autumn.
  expect(listStarts(berlin, '2026-03-28')).toEqual(listQuarterHours('00:00', '02:00'))
  expect(listStarts(berlin, '2026-03-29')).toEqual(listQuarterHours('00:00', '01:00'))
  expect(listStarts(berlin, '2026-10-25').length).toBe(13)
})

test('the hours of an expert in Kolkata move for a student abroad when the student’s clocks change', () => {
  const kolkata = { ...morning('Asia/Kolkata'), weekly: [{ weekday: 7, fromMinute: 1_200, toMinute: 1_260 }] }
  const inNewYork = (day: string) =>
    slots({ availability: kolkata, taken: [], minutes: 60, within: spanOfDay(day, 'America/New_York') }).map((at) =>
      new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' }),
    )
  expect(inNewYork('2026-10-25')).toEqual(['10:30:00'])
  expect(inNewYork('2026-11-01')).toEqual(['09:30:00'])
})

test('a session may cross midnight when the hours of both days touch there', () => {
  const aroundMidnight = [
    { weekday: 1, fromMinute: 1_410, toMinute: 1_440 },
    { weekday: 2, fromMinute: 0, toMinute: 30 },
  ]
  const availability = { ...morning('UTC'), weekly: aroundMidnight }
  expect(listStarts(availability, '2026-11-16')).toEqual(['23:30'])
  expect(listStarts({ ...availability, weekly: aroundMidnight.slice(0, 1) }, '2026-11-16')).toEqual([])
})

test('reserved time is kept free, with the buffer on both sides', () => {
  const availability = { ...morning('UTC'), bufferMinutes: 15 }
  const at = (time: string) => Date.parse(`2026-11-16T${time}Z`)
  const starts = slots({
    availability,
    taken: [{ from: at('02:00'), to: at('02:30') }],
    minutes: 15,
    within: spanOfDay('2026-11-16', 'UTC'),
  })
  expect(starts).toEqual(['01:00', '01:15', '01:30', '02:45', '03:00', '03:15', '03:30', '03:45'].map(at))
})

test('a holiday closes its days, and other hours replace the weekly hours', () => {
  const exceptions = [
    { firstDay: '2026-11-17', lastDay: '2026-11-18', hours: null },
    { firstDay: '2026-11-19', lastDay: '2026-11-19', hours: { fromMinute: 600, toMinute: 660 } },
  ]
  const availability = { ...morning('UTC'), exceptions }
  expect(listStarts(availability, '2026-11-16')).toHaveLength(9)
  expect(listStarts(availability, '2026-11-17')).toEqual([])
  expect(listStarts(availability, '2026-11-18')).toEqual([])
  expect(listStarts(availability, '2026-11-19')).toEqual(['10:00'])
})

test('days are in the requested zone', () => {
  expect(dayOf(new Date('2026-11-16T20:00Z'), 'Asia/Kolkata')).toBe('2026-11-17')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  const { from, to } = spanOfDay('2026-10-25', 'Europe/Berlin')
  expect((to - from) / 3_600_000).toBe(25)
})

function listQuarterHours(first: string, last: string): string[] {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const count = (minutes(last) - minutes(first)) / 15 + 1
  return Array.from({ length: count }, (_, index) =>
    new Date((minutes(first) + index * 15) * 60_000).toISOString().slice(11, 16),
  )
}
