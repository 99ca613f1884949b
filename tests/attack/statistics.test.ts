import { expect, test } from 'vitest'
import { chanceDistance, chanceOfMedians, largerShare, percentile, shuffle } from '#tests/attack/statistics.ts'
import { createPicker } from '#tests/refusals/picker.ts'

test('the share is 0 for a smaller list, 0.5 for an equal list and 1 for a larger list', () => {
  expect(largerShare([1, 2, 3], [4, 5, 6])).toBe(0)
  expect(largerShare([4, 5, 6], [1, 2, 3])).toBe(1)
  expect(largerShare([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(largerShare([1, 4], [2, 3])).toBe(0.5)
  expect(largerShare([2, 2], [2, 1])).toBe(0.75)
})

test('chance alone moves the share of 500 attempts by at most 0.06', () => {
  expect(chanceDistance(500, 500)).toBeCloseTo(0.06, 2)
})

test('percentiles are values of the list', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([50, 90, 99].map((percent) => percentile(values, percent))).toEqual([50, 90, 99])
  expect(percentile([7], 50)).toBe(7)
})

test('chance explains the medians of two lists with the same range, but not of lists with shifted ranges', () => {
  const random = createPicker(1).random
  const values = (from: number) => Array.from({ length: 200 }, () => from + random())
  expect(chanceOfMedians(values(0), values(0), random)).toBeGreaterThan(0.01)
  expect(chanceOfMedians(values(0), values(0.3), random)).toBeLessThan(0.001)
})

test('shuffling keeps every item', () => {
  expect(shuffle([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5])
})
