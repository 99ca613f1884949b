import { expect, test } from 'vitest'
import { computeAffordable } from '#app/sessions/request/affordable.ts'
import { paise } from '#kernel/money.ts'

const rate = paise(10_00)
const limitedTo = (dailyLimit: number, spentToday = 0) => ({
  dailyLimit: paise(dailyLimit),
  spentToday: paise(spentToday),
})
const unlimited = { dailyLimit: null, spentToday: paise(0) }

test('the balance buys whole minutes, and at most five are held', () => {
  expect(computeAffordable(paise(125_00), unlimited, rate)).toEqual({
    minutes: 12,
    held: 50_00,
    heldMinutes: 5,
    limit: 'balance',
    missing: 0,
  })
  expect(computeAffordable(paise(39_99), unlimited, rate)).toMatchObject({ minutes: 3, held: 30_00, heldMinutes: 3 })
})

test('a balance below one minute buys nothing, and reports the missing amount', () => {
  expect(computeAffordable(paise(9_50), unlimited, rate)).toMatchObject({ minutes: 0, held: 0, missing: 50 })
})

test('the daily limit applies when it leaves less than the balance', () => {
  expect(computeAffordable(paise(500_00), limitedTo(100_00, 70_00), rate)).toMatchObject({
    minutes: 3,
    held: 30_00,
    limit: 'daily limit',
  })
  expect(computeAffordable(paise(500_00), limitedTo(100_00, 120_00), rate)).toMatchObject({
    minutes: 0,
    limit: 'daily limit',
    missing: 0,
  })
  expect(computeAffordable(paise(50_00), limitedTo(100_00), rate)).toMatchObject({ minutes: 5, limit: 'balance' })
})

test('only the balance applies until the daily limit is loaded', () => {
  expect(computeAffordable(paise(50_00), null, rate).minutes).toBe(5)
})
