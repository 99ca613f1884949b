import { describe, expect, test } from 'vitest'
import {
  findAmountProblem,
  findBankProblem,
  findPayoutProblem,
  normalizeBankDetails,
} from '#domain/withdrawals/rules.ts'
import { canTransitionWithdrawal, withdrawalTransitions, withdrawalStatuses } from '#domain/withdrawals/states.ts'
import { paise } from '#kernel/money.ts'

const details = { bankName: 'HDFC Bank', accountNumber: '123456789', ifscCode: 'HDFC0001234' }

describe('a bank account', () => {
  test.each([
    ['bankName', '', 'bank_details_missing'],
    ['accountNumber', '', 'bank_details_missing'],
    ['ifscCode', '', 'bank_details_missing'],
    ['accountNumber', '12345678', 'account_number'],
    ['accountNumber', '1'.repeat(19), 'account_number'],
    ['accountNumber', '12345678a', 'account_number'],
    ['accountNumber', '१२३४५६७८९', 'account_number'],
    ['accountNumber', '1'.repeat(18), undefined],
    ['ifscCode', 'HDFC1001234', 'ifsc_code'],
    ['ifscCode', 'HDF00001234', 'ifsc_code'],
    ['ifscCode', 'HDFC000123', 'ifsc_code'],
    ['ifscCode', 'HDFC00012345', 'ifsc_code'],
    ['ifscCode', 'HDFC0AB12C4', undefined],
  ])('with %s "%s" is %s', (name, value, problem) => {
    expect(findBankProblem({ ...details, [name]: value })).toBe(problem)
  })

  test('is normalized from typed text', () => {
    const typed = { bankName: '  HDFC   Bank ', accountNumber: '1234 5678-9', ifscCode: ' hdfc 0001234' }
    expect(normalizeBankDetails(typed)).toEqual(details)
  })
})

test.each(['', '0', '-5', '1.005', '1e9', 'NaN', 'Infinity', '१००', '9'.repeat(20), '0x10', '5 0', '.5'])(
  '"%s" is not an amount',
  (text) => {
    expect(findAmountProblem(text, paise(1_000_00))).toBe('Please enter a valid amount')
  },
)

test('an amount is at most the balance, to the paisa', () => {
  expect(findAmountProblem('1,000.00', paise(1_000_00))).toBeUndefined()
  expect(findAmountProblem('1000.01', paise(1_000_00))).toBe('Withdrawal amount cannot exceed your balance')
})

test('allows exactly these transitions', () => {
  const transitions = Object.keys(withdrawalTransitions) as (keyof typeof withdrawalTransitions)[]
  const allowed = withdrawalStatuses.flatMap((status) =>
    transitions
      .filter((transition) => canTransitionWithdrawal(status, transition))
      .map((transition) => `${status} ${transition}`),
  )
  expect(allowed).toEqual([
    'pending approve',
    'pending reject',
    'approved reject',
    'approved process',
    'processed comeBack',
  ])
})

describe('who pays out an approved withdrawal', () => {
  const limit = paise(25_000_00)
  const problem = (amountPaise: number, decidedBy: string | null, personId: string | null, payerCount: number) =>
    findPayoutProblem({ amountPaise, decidedBy }, personId, { secondPersonAbovePaise: limit, payerCount })

  test.each([1, 2])('another person than the approver, of %i who may', (payerCount) => {
    for (const amount of [1, limit, limit + 1]) expect(problem(amount, 'meera', 'arjun', payerCount)).toBeNull()
  })

  test('never the approver while somebody else may', () => {
    for (const amount of [1, limit, limit + 1])
      expect(problem(amount, 'meera', 'meera', 2)).toBe('second_person_needed')
  })

  test('the approver alone up to the limit; above it the payout waits', () => {
    expect(problem(limit, 'meera', 'meera', 1)).toBeNull()
    expect(problem(limit + 1, 'meera', 'meera', 1)).toBe('second_person_missing')
  })

  test('the system up to the limit, because it is no second person', () => {
    expect(problem(limit, null, null, 2)).toBeNull()
    expect(problem(limit, 'meera', null, 2)).toBeNull()
    expect(problem(limit + 1, 'meera', null, 2)).toBe('second_person_needed')
    expect(problem(limit + 1, null, 'meera', 1)).toBe('second_person_missing')
  })
})
