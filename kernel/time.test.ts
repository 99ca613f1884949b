import { describe, expect, test } from 'vitest'
import {
  clockText,
  dateText,
  dayAndTime,
  kolkataInputValue,
  monthAndYear,
  nextKolkataHour,
  readKolkataInput,
  relativeTime,
  timeText,
} from '#kernel/time.ts'
import { defaultZone, findZone } from '#kernel/zones.ts'

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [252, '04:12'],
  [6_000, '100:00'],
])('%i seconds read as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test.each([
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_400_000 * 2, '2 days ago'],
  [86_400_000 * 45, '1 month ago'],
  [86_400_000 * 800, '2 years ago'],
])('%i ms ago reads as %s', (ms, text) => {
  const now = new Date('2026-11-16T10:00:00Z')
  expect(relativeTime(new Date(now.getTime() - ms), now)).toBe(text)
})

describe('the same moment', () => {
  // Half past midnight on the first of May in India.
  const moment = new Date('2025-04-30T19:00:00Z')

  test.each([
    [defaultZone, 'May 01, 2025', 'May 01, 2025, 12:30 AM', 'May 2025'],
    ['America/New_York', 'Apr 30, 2025', 'Apr 30, 2025, 3:00 PM', 'April 2025'],
    ['UTC', 'Apr 30, 2025', 'Apr 30, 2025, 7:00 PM', 'April 2025'],
  ])('in %s reads as %s', (zone, date, withTime, month) => {
    expect(dateText(moment, zone)).toBe(date)
    expect(dayAndTime(moment, zone)).toBe(withTime)
    expect(monthAndYear(moment, zone)).toBe(month)
  })

  test('shows seconds in timeText', () => {
    expect(timeText(new Date('2025-04-30T10:15:07Z'), defaultZone)).toBe('3:45:07 PM')
  })

  test('shows noon as 12 PM', () => {
    expect(dayAndTime(new Date('2025-04-30T12:05:00Z'), 'UTC')).toBe('Apr 30, 2025, 12:05 PM')
  })
})

describe('a zone', () => {
  test.each(['Asia/Kolkata', 'America/New_York', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'is %s',
    (name) => {
      expect(findZone(name)).toBeDefined()
    },
  )

  test.each(['', 'Mars/Olympus', '+05:30', 'Asia/Kolkata; Path=/', '../etc', 'x'.repeat(4_000)])(
    'is not %s',
    (name) => {
      expect(findZone(name)).toBeUndefined()
    },
  )

  test('has one canonical spelling', () => {
    expect(findZone('aMERICA/nEW_yORK')).toBe('America/New_York')
    expect(findZone('Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(findZone('asia/kolkata')).toBe('Asia/Kolkata')
  })
})

test.each([
  ['2026-11-16T10:00:00Z', '2026-11-16T21:30:00Z'],
  ['2026-11-16T21:29:59Z', '2026-11-16T21:30:00Z'],
  ['2026-11-16T21:30:00Z', '2026-11-17T21:30:00Z'],
  ['2026-11-16T19:00:00Z', '2026-11-16T21:30:00Z'],
  ['2026-12-31T22:00:00Z', '2027-01-01T21:30:00Z'],
])('after %s the next 3 AM in Kolkata is %s', (now, then) => {
  expect(nextKolkataHour(new Date(now), 3)).toEqual(new Date(then))
})

test('a datetime field uses Kolkata time and reads back the same instant', () => {
  const noon = new Date('2026-05-04T06:30:00Z')
  expect(kolkataInputValue(noon)).toBe('2026-05-04T12:00')
  expect(readKolkataInput('2026-05-04T12:00')).toEqual(noon)
  expect(readKolkataInput('tomorrow').getTime()).toBeNaN()
})
