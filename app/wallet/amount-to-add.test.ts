import { expect, test } from 'vitest'
import {
  addButtonText,
  suggestAmount,
  isEmptyAmount,
  findTopUpProblem,
  minutesHint,
} from '#app/wallet/amount-to-add.ts'
import { paise } from '#kernel/money.ts'

test('the suggested amount is the smallest sufficient preset, or the exact amount', () => {
  expect(suggestAmount(paise(10_00))).toBe('100')
  expect(suggestAmount(paise(100_00))).toBe('100')
  expect(suggestAmount(paise(100_01))).toBe('200')
  expect(suggestAmount(paise(1_234_50))).toBe('1234.50')
})

test('an invalid amount returns an error text', () => {
  expect(findTopUpProblem('100')).toBeUndefined()
  expect(findTopUpProblem('1.005')).toBe('Please enter a valid amount')
  expect(findTopUpProblem('50000.01')).toBe('You can add up to ₹50,000 at a time.')
})

test('an empty, zero or negative amount cannot be sent', () => {
  expect(['', '0', '₹ 0.00', '-5'].filter(isEmptyAmount)).toHaveLength(4)
  expect(isEmptyAmount('0.5')).toBe(false)
})

test('the button shows the amount', () => {
  expect(addButtonText('1,000')).toBe('Add ₹1,000')
  expect(addButtonText('abc')).toBe('Add Money')
})

test('the hint shows how many minutes the amount buys', () => {
  expect(minutesHint('100', paise(10_00))).toBe('₹100 lasts about 10 minutes at ₹10/min.')
  expect(minutesHint('100', paise(45_00))).toBe('₹100 lasts about 2 minutes at ₹45/min.')
  expect(minutesHint('10', paise(10_00))).toBe('₹10 lasts about 1 minute at ₹10/min.')
  expect(minutesHint('9.99', paise(10_00))).toBe('₹9.99 lasts less than a minute at ₹10/min.')
  expect(['', 'abc', '0.5', '50000.01'].map((text) => minutesHint(text, paise(10_00)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
