import { expect, test } from 'vitest'
import { clockTime, countdownText, dayParts, timeSpanText, startNames, zoneText } from '#app/base/time-text.ts'

const at = (text: string) => new Date(text)

test('times are shown in the zone of the reader', () => {
  const start = at('2026-11-16T10:15:00Z')
  expect(clockTime(start, 'Asia/Kolkata')).toBe('3:45 PM')
  expect(clockTime(start, 'America/New_York')).toBe('5:15 AM')
  const span = { startsAt: start, endsAt: at('2026-11-16T10:45:00Z') }
  expect(timeSpanText(span, 'Asia/Kolkata')).toBe('Monday, Nov 16, 3:45 PM to 4:15 PM')
  expect(zoneText('Asia/Kolkata', start)).toBe('Asia/Kolkata, GMT+5:30')
  expect(dayParts('2026-11-16')).toEqual({ weekday: 'Mon', date: 'Nov 16', number: '16' })
})

test('the GMT offset of a zone follows daylight saving time', () => {
  expect(zoneText('America/New_York', at('2026-07-01T12:00:00Z'))).toBe('America/New York, GMT-4')
  expect(zoneText('America/New_York', at('2026-12-01T12:00:00Z'))).toBe('America/New York, GMT-5')
})

test('a repeated hour at the end of daylight saving time gets its offset', () => {
  const starts = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].map(at)
  expect(startNames(starts, 'Europe/Berlin')).toEqual(['2:30 AM (GMT+2)', '2:30 AM (GMT+1)', '3:30 AM'])
})

test('a countdown uses its two largest units', () => {
  expect(countdownText(0)).toBeNull()
  expect(countdownText(4 * 60_000 + 9_900)).toBe('4:09 minutes')
  expect(countdownText(45 * 60_000)).toBe('45 minutes')
  expect(countdownText(3_600_000)).toBe('1 hour')
  expect(countdownText(5 * 3_600_000 + 60_000)).toBe('5 hours 1 minute')
  expect(countdownText(49 * 3_600_000)).toBe('2 days 1 hour')
  expect(countdownText(72 * 3_600_000)).toBe('3 days')
})
