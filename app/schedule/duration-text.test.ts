import { expect, test } from 'vitest'
import { durationText, minuteOfDay, minuteText, nearDay, timeOrDay } from '#app/schedule/duration-text.ts'

const evening = new Date('2026-11-16T18:45:00Z')
const kolkata = 'Asia/Kolkata'

test('near days are written as today and tomorrow', () => {
  const now = new Date('2026-11-16T10:00:00Z')
  expect(nearDay(evening, 'UTC', now)).toBe('today')
  expect(nearDay(evening, kolkata, now)).toBe('tomorrow')
  expect(nearDay(new Date('2026-11-18T10:00:00Z'), 'UTC', now)).toBe('Wednesday, Nov 18')
  // The day has 25 hours when New York's clocks go back.
  const clockChangeDay = new Date('2026-11-01T04:01:00Z')
  expect(nearDay(new Date('2026-11-02T04:30:00Z'), 'America/New_York', clockChangeDay)).toBe('today')
  expect(nearDay(new Date('2026-11-02T05:30:00Z'), 'America/New_York', clockChangeDay)).toBe('tomorrow')
})

test('a time of today has no day', () => {
  const now = new Date('2026-11-16T10:00:00Z')
  expect(timeOrDay(evening, 'UTC', now)).toBe('6:45 PM')
  expect(timeOrDay(evening, kolkata, now)).toBe('Tuesday, Nov 17, 12:15 AM')
})

test('local minutes are computed and formatted as a clock time', () => {
  expect(minuteOfDay(evening, kolkata)).toBe(15)
  expect(minuteOfDay(evening, 'America/New_York')).toBe(13 * 60 + 45)
  expect(minuteOfDay(new Date('2026-11-16T00:00:00Z'), 'UTC')).toBe(0)
  expect([0, 90, 720, 1_110, 1_440].map(minuteText)).toEqual(['12:00 AM', '1:30 AM', '12:00 PM', '6:30 PM', 'Midnight'])
})

test('a duration uses the largest unit that divides it', () => {
  expect([0, 15, 60, 90, 1_440, 10_080].map(durationText)).toEqual([
    '0 minutes',
    '15 minutes',
    '1 hour',
    '90 minutes',
    '1 day',
    '7 days',
  ])
})
