import { z } from 'zod'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { correctionReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

/** Display names of the platform’s own ledger accounts. Each kind has one account. */
export const platformAccounts = {
  platform_fee: 'Platform fee',
  refund_reserve: 'Refund reserve',
  gateway_clearing: 'Payment provider',
  bank_clearing: 'Bank',
} as const
type PlatformAccount = keyof typeof platformAccounts

export const personAccounts = {
  student_wallet: 'The student’s wallet',
  expert_earnings: 'The expert’s earnings',
} as const
export type PersonAccount = keyof typeof personAccounts

const accountNames = Object.keys({ ...personAccounts, ...platformAccounts }) as CorrectionAccount[]
export type CorrectionAccount = PersonAccount | PlatformAccount

/** The cause of a correction, as shown on the statement of the person. Ledger lines contain no names. */
export const correctionCauses = {
  payment_missing: 'a payment that had not arrived',
  charge_wrong: 'a charge that was wrong',
  earning_missing: 'earnings that were missing',
  credit_wrong: 'money that was added by mistake',
  goodwill: 'goodwill',
} as const
export type CorrectionCause = keyof typeof correctionCauses

export function causeText(cause: CorrectionCause): string {
  return `Correction by our team: ${correctionCauses[cause]}`
}

export const proposal = z.object({
  id: z.uuid(),
  /** The email address of the account. */
  person: z.string().trim().toLowerCase().max(254),
  from: z.enum(accountNames),
  to: z.enum(accountNames),
  /** In rupees, as typed. */
  amount: z.string(),
  cause: z.enum(Object.keys(correctionCauses) as CorrectionCause[]),
  reason: freeText(correctionReasonMaxLength),
})
export type Proposal = z.input<typeof proposal>

export const correctionChoice = z.object({ id: z.uuid() })
export const correctionRejection = correctionChoice.extend({ answer: freeText(correctionReasonMaxLength) })
export type CorrectionRejection = z.input<typeof correctionRejection>

const correctionStates = ['proposed', 'confirmed', 'rejected'] as const
type CorrectionState = (typeof correctionStates)[number]

type PersonRef = { id: AccountId; name: string }

export type Correction = {
  id: string
  person: PersonRef & { maskedEmail: string }
  from: CorrectionAccount
  to: CorrectionAccount
  amount: Paise
  cause: CorrectionCause
  /** Null after the account of the person was deleted. */
  reason: string | null
  state: CorrectionState
  proposedBy: PersonRef
  proposedAt: Date
  /** The deadline for the confirmation by a second person. */
  expiresAt: Date
  decidedBy: PersonRef | null
  decidedAt: Date | null
  answer: string | null
}

export const correctionTable = {
  sorts: { proposed: 'time', amount: 'number' },
  defaultSort: '-proposed',
  filters: { state: correctionStates },
} as const

/** Display names of the kinds of ledger operation. */
export const operationKinds = {
  add_money: 'Money added',
  hold: 'Held for a session',
  settle: 'Session settled',
  release: 'Hold released',
  refund: 'Session refunded',
  request_payout: 'Withdrawal requested',
  end_payout: 'Withdrawal ended',
  payout_came_back: 'Payout returned by the bank',
  send_back: 'Money sent back',
  end_send_back: 'Return finished',
  correct: 'Correction',
} as const
export type OperationKind = keyof typeof operationKinds

export const operationTable = {
  sorts: { at: 'time' },
  defaultSort: '-at',
  filters: { kind: Object.keys(operationKinds) as OperationKind[] },
} as const

/** An operation, as the search over everything shows it. */
export type FoundOperation = Pick<Operation, 'id' | 'kind' | 'at' | 'moved'> & { match: SearchMatch }

/** One operation in the ledger. */
export type Operation = {
  id: string
  kind: OperationKind
  at: Date
  /** The payment, session, withdrawal or correction. */
  subjectId: string
  /** Null when the system acted. */
  actor: PersonRef | null
  /** The sum of all its transfers. */
  moved: Paise
}

export type OperationDetails = Operation & {
  /** Null when the subject is not a session. */
  sessionId: SessionId | null
  transfers: { id: number; from: LedgerSide; to: LedgerSide; amount: Paise }[]
  lines: { id: number; owner: string; amount: Paise; description: string }[]
}

export type LedgerSide = { kind: string; owner: string | null }

export type AccountBalance = { account: string; balance: Paise }

/** The result of a check of the books. Names that are stored or sent keep the older word: `book_proofs`, `provedAt`. */
export type BooksCheck = { day: string; provedAt: Date; mismatches: { check: string; what: string }[] }

/** Advice for the team when a check of the audit fails. */
const advice: Record<string, string> = {
  sum: 'The books as a whole do not add up. Stop payouts, keep the database as it is, and call an engineer: no action of the team can cause this.',
  drift:
    'A balance does not match its transfers. Stop payouts and call an engineer. Do not correct it here: a correction would build on the wrong balance.',
  'below zero': 'An account that must never be negative is below zero. Stop payouts and call an engineer.',
  closed: 'A closed hold still has money in it. Check the operation of that session, then call an engineer.',
  'unknown account': 'A transfer leads to an account that does not exist. Stop payouts and call an engineer.',
  snapshot:
    'A rolled-up balance is wrong. The transfers are right. An engineer must delete the roll-up; the next check creates it again.',
  statement:
    'The statement of a person does not match their balance. Search the operations of that person and compare. The balance is right; find the missing or duplicate line before you correct anything.',
  'stale hold':
    'Money is held for a session that is over. Open the session, then end and settle it. The hold then returns to the student.',
  provider:
    'The payment provider and our books disagree. Look up the payment at the provider. If it was paid there but is missing here, propose a correction from “Payment provider” to the student’s wallet.',
}

export function mismatchAdvice(check: string): string {
  return advice[check] ?? 'There is no advice for this check. Call an engineer.'
}

/** The fee income less refunded fees, with corrections, for a day ('2026-11-16') or a month ('2026-11') in Kolkata. */
export type FeePeriod = { period: string; fee: Paise }
export const feePeriods = ['day', 'month'] as const
export type FeeBy = (typeof feePeriods)[number]

/** A month that can be exported, and its number of settled sessions. */
export type SessionMonth = { month: string; sessions: number }
