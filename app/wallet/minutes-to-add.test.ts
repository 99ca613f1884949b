import { expect, test } from 'vitest'
import { listMinutesToAdd, usualMinutes } from '#app/wallet/minutes-to-add.ts'
import { paise } from '#kernel/money.ts'

const rupees = (amount: number) => paise(amount * 100)
const offer = (rate: number, { missing = rate, max = 50_000 } = {}) => {
  const choices = listMinutesToAdd({
    ratePaisePerMinute: rupees(rate),
    missing: rupees(missing),
    maxPaise: rupees(max),
  })
  return { texts: choices.map(({ minutes, amount }) => `${minutes}: ₹${amount / 100}`), usual: usualMinutes(choices) }
}

test('the choices are minutes with their price, and 10 minutes are preselected', () => {
  expect(offer(10)).toEqual({ texts: ['5: ₹50', '10: ₹100', '20: ₹200', '30: ₹300', '60: ₹600'], usual: 10 })
})

test('the prices use the rate of the expert', () => {
  expect(offer(12.5).texts).toEqual(['5: ₹62.5', '10: ₹125', '20: ₹250', '30: ₹375', '60: ₹750'])
})

test('fewer minutes are offered when the wallet limit is low', () => {
  expect(offer(100, { max: 1_000 })).toEqual({ texts: ['1: ₹100', '2: ₹200', '5: ₹500', '10: ₹1000'], usual: 10 })
  expect(offer(400, { max: 1_000 })).toEqual({ texts: ['1: ₹400', '2: ₹800'], usual: 2 })
})

test('nothing is offered when one minute exceeds the wallet limit', () => {
  expect(offer(500, { max: 300 })).toEqual({ texts: [], usual: undefined })
})
