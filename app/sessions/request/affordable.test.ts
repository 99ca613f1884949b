import { expect, test } from 'vitest'
import { affordable } from '#app/sessions/request/affordable.ts'
import { paise } from '#kernel/money.ts'

const rate = paise(10_00)
const limited = (dailyLimit: number, spentToday = 0) => ({
  dailyLimit: paise(dailyLimit),
  spentToday: paise(spentToday),
})
const free = { dailyLimit: null, spentToday: paise(0) }

test('the wallet buys whole minutes, and at most five of them are held', () => {
  expect(affordable(paise(125_00), free, rate)).toEqual({
    minutes: 12,
    held: 50_00,
    heldMinutes: 5,
    limit: 'balance',
    missing: 0,
  })
  expect(affordable(paise(39_99), free, rate)).toMatchObject({ minutes: 3, held: 30_00, heldMinutes: 3 })
})

test('less than a minute buys nothing, and what is missing is known', () => {
  expect(affordable(paise(9_50), free, rate)).toMatchObject({ minutes: 0, held: 0, missing: 50 })
})

test('the daily limit counts where it leaves less than the wallet has', () => {
  expect(affordable(paise(500_00), limited(100_00, 70_00), rate)).toMatchObject({
    minutes: 3,
    held: 30_00,
    limit: 'daily limit',
  })
  expect(affordable(paise(500_00), limited(100_00, 120_00), rate)).toMatchObject({
    minutes: 0,
    limit: 'daily limit',
    missing: 0,
  })
  expect(affordable(paise(50_00), limited(100_00), rate)).toMatchObject({ minutes: 5, limit: 'balance' })
})

test('until the limit is known, the wallet is what counts', () => {
  expect(affordable(paise(50_00), null, rate).minutes).toBe(5)
})
