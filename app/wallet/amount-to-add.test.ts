import { expect, test } from 'vitest'
import { addButtonText, suggestAmount, isEmptyAmount, findTopUpProblem } from '#app/wallet/amount-to-add.ts'
import { paise } from '#kernel/money.ts'

test('the suggested amount is the smallest sufficient preset, or the exact amount', () => {
  expect(suggestAmount(paise(10_00))).toBe('100')
  expect(suggestAmount(paise(100_00))).toBe('100')
  expect(suggestAmount(paise(100_01))).toBe('200')
  expect(suggestAmount(paise(1_234_50))).toBe('1234.5')
})

test('an invalid amount returns an error text', () => {
  expect(findTopUpProblem('100')).toBeUndefined()
  expect(findTopUpProblem('1.005')).toBe('Please enter a valid amount')
  expect(findTopUpProblem('50000.01')).toBe('You can add up to ₹50,000 at a time.')
  expect(['', '0', '₹ 0.00', '-5'].filter(isEmptyAmount)).toHaveLength(4)
  expect(isEmptyAmount('0.5')).toBe(false)
})

test('the button shows the amount', () => {
  expect(addButtonText('1,000')).toBe('Add ₹1,000')
  expect(addButtonText('abc')).toBe('Add Money')
})
