import { expect, test } from 'vitest'
import { chanceDistance, largerShare, percentile } from '#tests/attack/statistics.ts'

test('the share is 0, 0.5 or 1 for lists that are smaller, equal or larger', () => {
  expect(largerShare([1, 2, 3], [4, 5, 6])).toBe(0)
  expect(largerShare([4, 5, 6], [1, 2, 3])).toBe(1)
  expect(largerShare([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(largerShare([1, 4], [2, 3])).toBe(0.5)
  expect(largerShare([2, 2], [2, 1])).toBe(0.75)
})

test('chance alone moves the share of 500 tries by at most 0.06', () => {
  expect(chanceDistance(500, 500)).toBeCloseTo(0.06, 2)
})

test('percentiles are values of the list', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([50, 90, 99].map((percent) => percentile(values, percent))).toEqual([50, 90, 99])
  expect(percentile([7], 50)).toBe(7)
})
