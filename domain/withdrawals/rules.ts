import { readAmount } from '#domain/wallet/rules.ts'
import { accountNumberMaxDigits, accountNumberMinDigits } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { type RefusalCode, refusals } from '#kernel/refusals.ts'

export type BankDetails = { bankName: string; accountNumber: string; ifscCode: string }

/** The problem with these bank details, or undefined. */
export function findBankProblem({ bankName, accountNumber, ifscCode }: BankDetails): BankProblem | undefined {
  if (bankName === '' || accountNumber === '' || ifscCode === '') return 'bank_details_missing'
  if (!accountNumberShape.test(accountNumber)) return 'account_number'
  return ifscShape.test(ifscCode) ? undefined : 'ifsc_code'
}

type BankProblem = RefusalCode & ('bank_details_missing' | 'account_number' | 'ifsc_code')

/** Normalizes typed bank details (spaces, lower case) to the format of banks. */
export function normalizeBankDetails({ bankName, accountNumber, ifscCode }: BankDetails): BankDetails {
  return {
    bankName: bankName.trim().replace(/\s+/g, ' '),
    accountNumber: accountNumber.replace(/[\s-]/g, ''),
    ifscCode: ifscCode.replace(/\s/g, '').toUpperCase(),
  }
}

const accountNumberShape = new RegExp(`^[0-9]{${accountNumberMinDigits},${accountNumberMaxDigits}}$`)
const ifscShape = /^[A-Z]{4}0[A-Z0-9]{6}$/

type Approved = { amountPaise: number; decidedBy: string | null }

/** The limit that the team has set, and how many of its people may pay out. */
export type PayoutRule = { secondPersonAbovePaise: Paise; payerCount: number }

/**
 * Why this person may not pay it out, or null. The approver never pays out while somebody else may. Above the limit a
 * second person is always needed, so with a team of one it waits.
 */
export function findPayoutProblem(
  { amountPaise, decidedBy }: Approved,
  personId: string | null,
  { secondPersonAbovePaise, payerCount }: PayoutRule,
): 'second_person_needed' | 'second_person_missing' | null {
  const isAboveLimit = amountPaise > secondPersonAbovePaise
  const isApprover = decidedBy !== null && decidedBy === personId
  const isSecondPerson = decidedBy !== null && personId !== null && decidedBy !== personId
  if (isSecondPerson || (!isAboveLimit && !isApprover)) return null
  if (payerCount > 1) return 'second_person_needed'
  return isAboveLimit ? 'second_person_missing' : null
}

/** The error text for an amount that cannot be withdrawn from this balance, or undefined. */
export function findAmountProblem(typed: string, balance: Paise): string | undefined {
  const amount = readAmount(typed)
  if (amount === undefined) return refusals.not_an_amount.text
  return amount > balance ? 'Withdrawal amount cannot exceed your balance' : undefined
}
