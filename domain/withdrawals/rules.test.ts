import { describe, expect, test } from 'vitest'
import {
  findAmountProblem,
  findBankProblem,
  findPayoutProblem,
  listBankProblems,
  listLastingBankProblems,
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
  ])('with %s "%s" has the problem %s', (name, value, problem) => {
    expect(findBankProblem({ ...details, [name]: value })).toBe(problem)
  })

  test.each([
    ['bankName', '', 'Enter the name of your bank.'],
    ['accountNumber', '12345678', 'An account number has 9 to 18 digits. This one has 8.'],
    ['accountNumber', '12345678a', 'An account number has only the digits 0 to 9.'],
    ['ifscCode', 'HDFC000123', 'An IFSC code has 11 characters. This one has 10.'],
    ['ifscCode', 'HDFC-001234', 'An IFSC code has only letters and digits.'],
    ['ifscCode', 'HDF00001234', 'An IFSC code begins with four letters, such as HDFC.'],
    ['ifscCode', 'HDFC1001234', 'The fifth character of an IFSC code is always a zero.'],
    ['ifscCode', 'HDFCO001234', 'The fifth character of an IFSC code is the digit zero, not the letter O.'],
  ])('with %s "%s" has the error text: %s', (name, value, text) => {
    expect(listBankProblems({ ...details, [name]: value })).toEqual({ [name]: text })
  })

  test.each([
    ['accountNumber', '1234', undefined],
    ['accountNumber', '1234a', 'An account number has only the digits 0 to 9.'],
    ['accountNumber', '1'.repeat(19), 'An account number has 9 to 18 digits. This one has 19.'],
    ['ifscCode', 'HD', undefined],
    ['ifscCode', 'HD1', 'An IFSC code begins with four letters, such as HDFC.'],
    ['ifscCode', 'HDFC', undefined],
    ['ifscCode', 'HDFCO', 'The fifth character of an IFSC code is the digit zero, not the letter O.'],
    ['ifscCode', 'HDFC1', 'The fifth character of an IFSC code is always a zero.'],
    ['ifscCode', 'HDFC0AB', undefined],
    ['ifscCode', 'HDFC00012345', 'An IFSC code has 11 characters. This one has 12.'],
  ])('with the beginning of a %s "%s" has the lasting problem: %s', (name, value, text) => {
    const lasting = listLastingBankProblems({ ...details, [name]: value })
    expect(lasting).toEqual(text ? { [name]: text } : {})
    // A lasting problem is one for the server too.
    expect(listBankProblems({ ...details, [name]: value })).toMatchObject(lasting)
  })

  test('without problems has no error text', () => {
    expect(listBankProblems(details)).toEqual({})
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

test('a withdrawal allows exactly these transitions', () => {
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
    'processed returnByBank',
  ])
})

describe('an approved withdrawal', () => {
  const limit = paise(25_000_00)
  const problem = (
    amountPaise: number,
    decidedBy: string | null,
    personId: string | null,
    payerCount: number,
    memberCount = payerCount,
  ) =>
    findPayoutProblem({ amountPaise, decidedBy }, personId, { secondPersonAbovePaise: limit, memberCount, payerCount })

  test.each([1, 2])('can be paid out by a person other than the approver, if %i may pay out', (payerCount) => {
    for (const amount of [1, limit, limit + 1]) expect(problem(amount, 'meera', 'arjun', payerCount)).toBeNull()
  })

  test('cannot be paid out by the approver while another member may pay out', () => {
    for (const amount of [1, limit, limit + 1])
      expect(problem(amount, 'meera', 'meera', 2)).toBe('second_person_needed')
  })

  test('in a team of one can be paid out by the approver up to the limit, and waits above it', () => {
    expect(problem(limit, 'meera', 'meera', 1)).toBeNull()
    expect(problem(limit + 1, 'meera', 'meera', 1)).toBe('second_person_missing')
  })

  test('cannot be paid out by the approver while the team has another member, even one who may not pay out', () => {
    for (const amount of [1, limit, limit + 1]) {
      expect(problem(amount, 'meera', 'meera', 1, 2)).toBe('second_person_missing')
    }
  })

  test('can be paid out by the system up to the limit, because the system is not a second person', () => {
    expect(problem(limit, null, null, 2)).toBeNull()
    expect(problem(limit, 'meera', null, 2)).toBeNull()
    expect(problem(limit + 1, 'meera', null, 2)).toBe('second_person_needed')
    expect(problem(limit + 1, null, 'meera', 1)).toBe('second_person_missing')
  })
})
