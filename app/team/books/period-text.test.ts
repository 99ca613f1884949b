import { expect, test } from 'vitest'
import { periodText } from '#app/team/books/period-text.ts'

test.each([
  ['2026-11-07', 'Nov 07, 2026'],
  ['2026-11', 'November 2026'],
  ['2027-01-01', 'Jan 01, 2027'],
])('formats %s as %s', (period, text) => {
  expect(periodText(period)).toBe(text)
})
