import { expect, test } from 'vitest'
import { counted, countText, formatCount } from '#kernel/count-text.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_250, '1.3k'],
  [12_000, '12k'],
])('%i reviews read as %s', (count, text) => {
  expect(countText(count)).toBe(text)
})

test('counts use Indian digit grouping', () => {
  expect(formatCount(1_234_567)).toBe('12,34,567')
})

test('counted joins a count and its noun', () => {
  expect(counted(1_200, 'minute')).toBe('1,200 minutes')
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
})
