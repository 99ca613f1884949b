import { describe, expect, test } from 'vitest'
import { earnedEarlierThisWeek, isValidTopUp, expertShare, holdFor, readAmount } from '#domain/wallet/rules.ts'
import { paise } from '#kernel/money.ts'

test.each([
  [1_000, 80, 800],
  [99, 80, 79],
  [1, 80, 0],
  [0, 80, 0],
  [1_001, 33, 330],
  [1_000, 100, 1_000],
  [1_000, 0, 0],
  [9_007_199_254_740_991, 80, 7_205_759_403_792_792],
])('of %i paise at %i percent the expert gets %i', (total, share, part) => {
  expect(expertShare(paise(total), share)).toBe(part)
})

test.each([
  [10_000, 5_000],
  [4_999, 4_000],
  [1_000, 1_000],
  [999, 0],
  [0, 0],
])('with %i paise at ₹10 a minute %i are held', (available, held) => {
  expect(holdFor(paise(available), paise(1_000))).toBe(held)
})

describe('a typed amount', () => {
  test.each([
    ['100', 10_000],
    [' 1 ', 100],
    ['0.01', 1],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['1,00,000', 1_00_000_00],
    ['₹ 500', 50_000],
    ['007', 700],
  ])('%s is %i paise', (text, amount) => expect(readAmount(text)).toBe(amount))

  test.each([
    '',
    '0',
    '0.00',
    '-5',
    '1.005',
    '1e9',
    'NaN',
    'Infinity',
    '१००',
    '99999999999999999999',
    '1.',
    '.5',
    '1 0',
    '0x10',
    '10;20',
    '\u0000',
  ])('%s is invalid', (text) => expect(readAmount(text)).toBeUndefined())
})

test('₹1 to ₹50,000 can be added at a time', () => {
  expect([99, 100, 5_000_000, 5_000_001].map((amount) => isValidTopUp(paise(amount)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('the earnings from Monday to yesterday', () => {
  // 4 May 2026 is a Monday.
  const days = Array.from({ length: 10 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 4, 1 + index)).toISOString().slice(0, 10)
    return { day, amount: paise(10 ** index) }
  })
  const until = (day: string) => days.slice(0, days.findIndex((each) => each.day === day) + 1)

  test.each([
    ['2026-05-04', 0],
    ['2026-05-05', 1_000],
    ['2026-05-10', 111_111_000],
  ])('on %s are %i paise', (today, amount) => expect(earnedEarlierThisWeek(until(today))).toBe(amount))

  test('are those of the known days, if these begin later', () => {
    expect(earnedEarlierThisWeek(until('2026-05-07').slice(-2))).toBe(100_000)
    expect(earnedEarlierThisWeek([])).toBe(0)
  })
})
