import { expect, test } from 'vitest'
import { slotText, totalsText, readMeasure } from '#app/team/live/figures-text.ts'
import { paise } from '#kernel/money.ts'

const slot = {
  startsAt: new Date('2026-11-15T18:30:00Z'),
  calls: 2,
  minutes: 7,
  charged: paise(70_00),
  fee: paise(14_00),
  refunded: paise(30_00),
  feeRefunded: paise(6_00),
}

test('hours and days are in Kolkata time', () => {
  expect(slotText(slot.startsAt, 'day')).toBe('16 Nov')
  expect(slotText(slot.startsAt, 'hour')).toMatch(/^16 Nov.*(00|24):00$/)
})

test('the fee is reduced by refunds', () => {
  expect(readMeasure(slot, 'fee')).toBe(8_00)
  expect(totalsText([slot, slot])).toBe('4 calls, 14 minutes, ₹140 charged, ₹16 net fee, ₹60 refunded.')
})
