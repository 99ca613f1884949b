import { z } from 'zod'
import { type WithdrawalStatus, withdrawalStatuses } from '#domain/withdrawals/states.ts'
import { freeText } from '#kernel/free-text.ts'
import { type AccountId, type WithdrawalId, withdrawalId } from '#kernel/ids.ts'
import {
  bankNameMaxLength,
  bankReferenceMaxLength,
  withdrawalNotesMaxLength,
  withdrawalReasonMaxLength,
  withdrawalsExportedMax,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

const shortText = freeText(100)

export const withdrawalRequest = z.object({
  id: withdrawalId,
  /** The text that the expert typed. */
  amount: z.string(),
  /** The remembered account, or a new one. */
  account: z.union([
    z.literal('remembered'),
    z.object({ bankName: freeText(bankNameMaxLength), accountNumber: shortText, ifscCode: shortText }),
  ]),
  notes: freeText(withdrawalNotesMaxLength),
  /** Required when the account is not the remembered one. */
  password: z.string(),
})
export type WithdrawalRequest = z.input<typeof withdrawalRequest>

export const withdrawalChoice = z.object({ id: withdrawalId })
export const rejection = z.object({
  id: withdrawalId,
  reason: freeText(withdrawalReasonMaxLength),
})
export type Rejection = z.input<typeof rejection>
/** A withdrawal in a file for the bank is rejected only by a person who states that the bank did not pay. */
export const withdrawalRejection = rejection.extend({ bankDidNotPay: z.boolean().default(false) })
export type WithdrawalRejection = z.input<typeof withdrawalRejection>
export const processing = z.object({
  id: withdrawalId,
  bankReference: freeText(bankReferenceMaxLength),
})

export const withdrawalChoices = z.object({ ids: z.array(withdrawalId).min(1).max(withdrawalsExportedMax) })

/** 'bank': payouts go to a bank. 'demo': without a bank, because the money is demo money. 'closed': no payouts. */
export type Payouts = 'bank' | 'demo' | 'closed'

/** The last used account, as its owner sees it. */
export type RememberedAccount = { bankName: string; bankCode: string; lastFour: string }

/** A withdrawal, as its expert sees it. */
export type Withdrawal = {
  id: WithdrawalId
  amount: Paise
  status: WithdrawalStatus
  bankName: string | null
  lastFour: string | null
  createdAt: Date
  processedAt: Date | null
  reason: string | null
  demo: boolean
}

/** A withdrawal, as the team sees it. */
export type TeamWithdrawal = Withdrawal & {
  expertId: AccountId
  expertName: string
  maskedEmail: string
  notes: string | null
  decidedAt: Date | null
  decidedBy: { id: AccountId; name: string } | null
  processedBy: { id: AccountId; name: string } | null
  bankReference: string | null
  /** When the bank returned the payout. */
  cameBackAt: Date | null
  /** The last export for the bank. */
  exportedAt: Date | null
  exportedBy: { id: AccountId; name: string } | null
}

export const withdrawalTable = {
  sorts: { asked: 'time', amount: 'number' },
  defaultSort: 'asked',
  /** By default, withdrawals that wait for the team are listed. */
  filters: { status: [...withdrawalStatuses, 'all'] },
} as const

/** A withdrawal, as the search over everything shows it. */
export type FoundWithdrawal = Pick<TeamWithdrawal, 'id' | 'amount' | 'status' | 'expertName' | 'createdAt'> & {
  match: SearchMatch
}
