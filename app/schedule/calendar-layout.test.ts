import { expect, test } from 'vitest'
import { cutToHours, visibleHours, joinSpans, placeEntries } from '#app/schedule/calendar-layout.ts'
import type { CalendarDay, CalendarEntry } from '#domain/bookings/contract.ts'
import type { SessionId } from '#kernel/ids.ts'

const berlin = 'Europe/Berlin'

function createEntry(startsAt: string, minutes: number): CalendarEntry {
  const start = new Date(startsAt)
  return {
    id: startsAt as SessionId,
    kind: 'booking',
    startsAt: start,
    endsAt: new Date(start.getTime() + minutes * 60_000),
    studentName: 'Asha Verma',
    callType: 'video',
    state: 'booked',
  }
}

const layOut = (entries: CalendarEntry[], zone = 'UTC') =>
  placeEntries(entries, zone).map(({ box, lane, lanes }) => [box.topMinutes, box.minutes, lane, lanes])

test('consecutive entries share a lane unless their minimum heights overlap', () => {
  expect(layOut([createEntry('2027-01-04T10:00Z', 30), createEntry('2027-01-04T10:30Z', 60)])).toEqual([
    [600, 30, 0, 1],
    [630, 60, 0, 1],
  ])
  // Both are drawn 30 minutes long, so they need two lanes.
  expect(layOut([createEntry('2027-01-04T10:00Z', 15), createEntry('2027-01-04T10:15Z', 15)])).toEqual([
    [600, 30, 0, 2],
    [615, 30, 1, 2],
  ])
})

test('entries in the hour that repeats in autumn are placed side by side', () => {
  const [first, second] = [createEntry('2027-10-31T00:30Z', 30), createEntry('2027-10-31T01:30Z', 30)]
  expect(layOut([first, second], berlin)).toEqual([
    [150, 30, 0, 2],
    [150, 30, 1, 2],
  ])
})

test('the shown hours cover all entries and at least a working day', () => {
  const createDay = (open: [string, string][], entries: CalendarEntry[] = []): CalendarDay => ({
    day: '2027-01-04',
    startsAt: new Date('2027-01-04T00:00Z'),
    endsAt: new Date('2027-01-05T00:00Z'),
    open: open.map(([from, to]) => ({ from: new Date(from), to: new Date(to) })),
    exception: null,
    entries,
  })
  expect(visibleHours([createDay([])], 'UTC')).toEqual({ first: 9, last: 18 })
  const early = createDay([['2027-01-04T06:30Z', '2027-01-04T07:00Z']], [createEntry('2027-01-04T23:45Z', 60)])
  expect(visibleHours([early], 'UTC')).toEqual({ first: 6, last: 24 })
})

test('adjacent spans are joined', () => {
  const at = (hour: number) => new Date(Date.UTC(2027, 0, 4, hour))
  expect(
    joinSpans([
      { from: at(1), to: at(2) },
      { from: at(2), to: at(4) },
      { from: at(5), to: at(6) },
    ]),
  ).toEqual([
    { from: at(1), to: at(4) },
    { from: at(5), to: at(6) },
  ])
})

test('a busy time is cut to the hours that are shown', () => {
  const hours = { first: 9, last: 18 }
  const cut = (topMinutes: number, minutes: number) => {
    const box = cutToHours({ topMinutes, minutes }, hours)
    return [box.topMinutes / 60, box.minutes / 60]
  }
  expect(cut(10 * 60, 60)).toEqual([10, 1])
  expect(cut(0, 24 * 60)).toEqual([9, 9])
  expect(cut(8 * 60, 2 * 60)).toEqual([9, 1])
  expect(cut(17 * 60, 3 * 60)).toEqual([17, 1])
  expect(cut(6 * 60, 60)[1]).toBe(0)
  expect(cut(20 * 60, 60)[1]).toBe(0)
})
