import { expect, test } from 'vitest'
import { firstHold } from '#domain/requests/rules.ts'
import { rupees } from '#tests/money.ts'

test.each([
  [100, 20, 10, 50],
  [50, 10, 10, 50],
  [25, 25, 10, 20],
  [12, 12, 10, 10],
])(
  'of ₹%i held for a price limit of ₹%i a minute, an expert at ₹%i a minute needs a first hold of ₹%i',
  (held, _limit, rate, first) => {
    expect(firstHold(rupees(held), rupees(rate))).toBe(rupees(first))
  },
)
