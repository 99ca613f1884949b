import { readAmount } from '#domain/wallet/rules.ts'
import { accountNumberMaxDigits, accountNumberMinDigits } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { type RefusalCode, refusals } from '#kernel/refusals.ts'

export type BankDetails = { bankName: string; accountNumber: string; ifscCode: string }

/** The problem with these bank details, or undefined. */
export function findBankProblem({ bankName, accountNumber, ifscCode }: BankDetails): BankProblem | undefined {
  if (bankName === '' || accountNumber === '' || ifscCode === '') return 'bank_details_missing'
  if (findAccountNumberProblem(accountNumber)) return 'account_number'
  return findIfscProblem(ifscCode) ? 'ifsc_code' : undefined
}

/** The error text of each invalid bank detail, shown at its field. */
export function listBankProblems({ bankName, accountNumber, ifscCode }: BankDetails): Partial<BankDetails> {
  const problems = {
    bankName: bankName === '' ? 'Enter the name of your bank.' : undefined,
    accountNumber: accountNumber === '' ? 'Enter your account number.' : findAccountNumberProblem(accountNumber),
    ifscCode: ifscCode === '' ? 'Enter the IFSC code of your branch.' : findIfscProblem(ifscCode),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text))
}

/**
 * The problems that no further typing mends, such as a letter in an account number. A form shows them while the person
 * still types, and the others, such as a missing digit, only when they have left the field.
 */
export function listLastingBankProblems({ accountNumber, ifscCode }: BankDetails): Partial<BankDetails> {
  const problems = {
    accountNumber: findLastingAccountNumberProblem(accountNumber),
    ifscCode: findLastingIfscProblem(ifscCode),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text))
}

function findAccountNumberProblem(text: string): string | undefined {
  return findLastingAccountNumberProblem(text) ?? (text.length < accountNumberMinDigits ? digitCount(text) : undefined)
}

function findLastingAccountNumberProblem(text: string): string | undefined {
  if (!/^[0-9]*$/.test(text)) return 'An account number has only the digits 0 to 9.'
  return text.length > accountNumberMaxDigits ? digitCount(text) : undefined
}

function digitCount({ length }: string): string {
  return `An account number has ${accountNumberMinDigits} to ${accountNumberMaxDigits} digits. This one has ${length}.`
}

const ifscLength = 11

function findIfscProblem(text: string): string | undefined {
  return findLastingIfscProblem(text) ?? (text.length < ifscLength ? characterCount(text) : undefined)
}

function findLastingIfscProblem(text: string): string | undefined {
  if (!/^[A-Z0-9]*$/.test(text)) return 'An IFSC code has only letters and digits.'
  if (text.length > ifscLength) return characterCount(text)
  if (!/^[A-Z]*$/.test(text.slice(0, 4))) return 'An IFSC code begins with four letters, such as HDFC.'
  const fifth = text[4] ?? '0'
  if (fifth === 'O') return 'The fifth character of an IFSC code is the digit zero, not the letter O.'
  return fifth === '0' ? undefined : 'The fifth character of an IFSC code is always a zero.'
}

function characterCount({ length }: string): string {
  return `An IFSC code has ${ifscLength} characters. This one has ${length}.`
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

type Approved = { amountPaise: number; decidedBy: string | null }

/** The limit that the team has set, how many people the team has, and how many of them may pay out. */
export type PayoutRule = { secondPersonAbovePaise: Paise; memberCount: number; payerCount: number }

/**
 * Returns the reason if this person may not pay out the withdrawal, otherwise null. The approver may pay out only in a
 * team of one. Above the limit a second person is always needed. While no other member may pay out, the withdrawal
 * waits.
 */
export function findPayoutProblem(
  { amountPaise, decidedBy }: Approved,
  personId: string | null,
  { secondPersonAbovePaise, memberCount, payerCount }: PayoutRule,
): 'second_person_needed' | 'second_person_missing' | null {
  const isAboveLimit = amountPaise > secondPersonAbovePaise
  const isApprover = decidedBy !== null && decidedBy === personId
  const isSecondPerson = decidedBy !== null && personId !== null && decidedBy !== personId
  if (isSecondPerson || (!isAboveLimit && !isApprover)) return null
  if (!isAboveLimit && memberCount <= 1) return null
  return payerCount > 1 ? 'second_person_needed' : 'second_person_missing'
}

/** The error text for an amount that cannot be withdrawn from this balance, or undefined. */
export function findAmountProblem(typed: string, balance: Paise): string | undefined {
  const amount = readAmount(typed)
  if (amount === undefined) return refusals.not_an_amount.text
  return amount > balance ? 'Withdrawal amount cannot exceed your balance' : undefined
}
