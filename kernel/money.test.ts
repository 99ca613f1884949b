import { expect, test } from 'vitest'
import { formatForField, formatRupees, paise } from '#kernel/money.ts'

test.each([
  [0, '₹0'],
  [1_000, '₹10'],
  [1_250, '₹12.50'],
  [100_000_00, '₹1,00,000'],
  [1_23_45_678_90, '₹1,23,45,678.90'],
  [-500, '-₹5'],
])('%i paise read as %s', (amount, text) => {
  expect(formatRupees(paise(amount))).toBe(text)
})

test.each([
  [25_000, '250'],
  [25_050, '250.50'],
  [5, '0.05'],
  [123_456_700, '1234567'],
])('%i paise are %s in a field', (amount, text) => {
  expect(formatForField(paise(amount))).toBe(text)
})

test('a fraction of a paisa is refused', () => {
  expect(() => paise(0.5)).toThrow(RangeError)
  expect(() => paise(Number.NaN)).toThrow(RangeError)
  expect(() => paise(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError)
})
