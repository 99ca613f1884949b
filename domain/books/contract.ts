import { z } from 'zod'
import type { AccountId } from '#kernel/ids.ts'
import { correctionReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'

/** The accounts of the books that exist once, in words. */
export const platformAccounts = {
  platform_fee: 'Platform fee',
  refund_reserve: 'Refund reserve',
  gateway_clearing: 'Payment provider',
  bank_clearing: 'Bank',
} as const
export type PlatformAccount = keyof typeof platformAccounts

export const personAccounts = {
  student_wallet: 'The student’s wallet',
  expert_earnings: 'The expert’s earnings',
} as const
export type PersonAccount = keyof typeof personAccounts

const accountNames = Object.keys({ ...personAccounts, ...platformAccounts }) as CorrectionAccount[]
export type CorrectionAccount = PersonAccount | PlatformAccount

/** Why money is moved, as the person reads it on the statement; no line of the books names anybody. */
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
  /** The e-mail address of whose account it is. */
  person: z.string().trim().toLowerCase().max(254),
  from: z.enum(accountNames),
  to: z.enum(accountNames),
  /** As it was typed. */
  amount: z.string(),
  cause: z.enum(Object.keys(correctionCauses) as CorrectionCause[]),
  reason: freeText(correctionReasonMaxLength),
})
export type Proposal = z.input<typeof proposal>

export const correctionChoice = z.object({ id: z.uuid() })
export const correctionRejection = correctionChoice.extend({ answer: freeText(correctionReasonMaxLength) })
export type CorrectionRejection = z.input<typeof correctionRejection>

export const correctionStates = ['proposed', 'confirmed', 'rejected'] as const
export type CorrectionState = (typeof correctionStates)[number]

type PersonRef = { id: AccountId; name: string }

export type Correction = {
  id: string
  person: PersonRef & { maskedEmail: string }
  from: CorrectionAccount
  to: CorrectionAccount
  amount: Paise
  cause: CorrectionCause
  /** Gone with the account of the person. */
  reason: string | null
  state: CorrectionState
  proposedBy: PersonRef
  proposedAt: Date
  /** Until then somebody else may confirm it. */
  expiresAt: Date
  decidedBy: PersonRef | null
  decidedAt: Date | null
  answer: string | null
}

export const correctionTable = {
  sorts: { proposed: 'time', amount: 'number' },
  opens: '-proposed',
  filters: { state: correctionStates },
} as const

/** What can happen to money, by the names that the books use, in words. */
export const operationKinds = {
  add_money: 'Money added',
  hold: 'Held for a session',
  settle: 'Session settled',
  refund: 'Session refunded',
  request_payout: 'Withdrawal requested',
  end_payout: 'Withdrawal ended',
  payout_came_back: 'Payout came back',
  send_back: 'Money sent back',
  end_send_back: 'Sending back ended',
  correct: 'Correction',
} as const
export type OperationKind = keyof typeof operationKinds

export const operationTable = {
  sorts: { at: 'time' },
  opens: '-at',
  filters: { kind: Object.keys(operationKinds) as OperationKind[] },
} as const

/** One event of the books. */
export type Operation = {
  id: string
  kind: OperationKind
  at: Date
  /** The payment, session, withdrawal or correction that it is about. */
  subjectId: string
  /** The product itself where there is none. */
  actor: PersonRef | null
  /** Everything that moved, added up. */
  moved: Paise
}

export type OperationDetails = Operation & {
  isSession: boolean
  transfers: { id: number; from: LedgerSide; to: LedgerSide; amount: Paise }[]
  lines: { id: number; owner: string; amount: Paise; description: string }[]
}

export type LedgerSide = { kind: string; owner: string | null }

export type PlatformBalance = { account: string; balance: Paise }

export type BookProof = { day: string; provedAt: Date; mismatches: { check: string; what: string }[] }

/** What to do when a check of the proof fails. */
const advice: Record<string, string> = {
  sum: 'The books as a whole do not add up. Stop payouts, keep the database as it is, and call an engineer: this cannot come from an act of the team.',
  drift:
    'A balance does not follow its transfers. Stop payouts and call an engineer; do not correct it here, a correction would move the wrong figure along.',
  'below zero': 'An account stands below zero that never may. Stop payouts and call an engineer.',
  closed:
    'A closed hold still has money in it. Look at the operation of that session, then call an engineer.',
  'unknown account': 'A transfer leads to an account that does not exist. Stop payouts and call an engineer.',
  snapshot:
    'A rolled-up balance is wrong. The transfers are the truth: an engineer takes the roll-up away, and the next proof makes it anew.',
  statement:
    'What a person reads does not add up to what the person has. Search the operations of that person and compare; the balance is right, the line that is missing or doubled must be found before anything is corrected.',
  'stale hold':
    'Money is held for something that no longer runs. Open the session and end and settle it; the hold then returns to the student.',
  provider:
    'The payment provider and our books disagree. Look the payment up at the provider: if it was paid there and not here, the student’s wallet is missing it; propose a correction from “Payment provider” to the wallet.',
}

export function mismatchAdvice(check: string): string {
  return advice[check] ?? 'Nobody has written down what to do about this one. Call an engineer.'
}

/** What the platform kept, less what it gave back, on a day ('2026-11-16') or in a month ('2026-11') in Kolkata. */
export type FeePeriod = { period: string; fee: Paise }
export const feePeriods = ['day', 'month'] as const
export type FeeBy = (typeof feePeriods)[number]

/** A month that can be exported, and how many sessions were settled in it. */
export type SessionMonth = { month: string; sessions: number }
