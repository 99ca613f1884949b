import { expect, test } from 'vitest'
import { dayAfter, isDay, startOfDay } from '#kernel/days.ts'

test.each(['2026-11-09', '2024-02-29'])('%s is a day', (text) => expect(isDay(text)).toBe(true))

test.each(['', '2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '1999-12-31', 'yesterday', '2026-11-09T00:00'])(
  '“%s” is not a day',
  (text) => expect(isDay(text)).toBe(false),
)

test('dayAfter returns the next calendar day', () => {
  expect(dayAfter('2026-11-09')).toBe('2026-11-10')
  expect(dayAfter('2024-02-28')).toBe('2024-02-29')
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
})

test.each([
  ['2026-11-09', 'Asia/Kolkata', '2026-11-08T18:30:00Z'],
  ['2026-11-09', 'UTC', '2026-11-09T00:00:00Z'],
  ['2026-11-09', 'Pacific/Kiritimati', '2026-11-08T10:00:00Z'],
  // The days on which daylight saving time begins and ends, and the days after them.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00Z'],
  // In São Paulo midnight did not exist; in Havana it occurred twice.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
])('%s in %s begins at %s', (day, zone, at) => {
  expect(startOfDay(day, zone)).toEqual(new Date(at))
})
