import { z } from 'zod'
import type { Absent } from '#domain/bookings/contract.ts'
import type { BookingState } from '#domain/bookings/states.ts'
import { type Approval, type Role, roles } from '#domain/policy.ts'
import type { Fault, RefundState } from '#domain/refunds/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import type { PaymentState, StatementLine } from '#domain/wallet/contract.ts'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'
import {
  type AccountId,
  accountId,
  type ExpertId,
  type PaymentId,
  type ReviewId,
  type SessionId,
  type WithdrawalId,
} from '#kernel/ids.ts'
import { actionReasonMaxLength, pairNoteMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

/** Every action on a person needs a reason, which is written to the audit log. */
export const personAction = z.object({ id: accountId, why: freeText(actionReasonMaxLength) })
export type PersonAction = z.input<typeof personAction>

const accountStates = ['active', 'suspended', 'deleted'] as const
export type AccountState = (typeof accountStates)[number]

export const peopleTable = {
  sorts: { joined: 'time', name: 'text' },
  defaultSort: '-joined',
  filters: { role: roles, state: accountStates },
} as const

/** The data that the team sees by default, enough to identify the person. */
export type PersonRow = {
  id: AccountId
  name: string
  role: Role
  /** Experts only. */
  approval: Approval | null
  state: AccountState
  maskedEmail: string
  maskedPhone: string | null
  joinedAt: Date
}

/** A person, as the search over everything shows them. */
export type FoundPerson = Pick<PersonRow, 'id' | 'name' | 'role' | 'approval' | 'state' | 'maskedEmail'> & {
  match: SearchMatch
  /** Experts only. */
  expertId: ExpertId | null
}

export type TeamPerson = PersonRow & {
  /** Experts only; their approval is changed on the expert page. */
  expertId: ExpertId | null
  /** A suspended person sees this at login. */
  suspension: { at: Date; reason: string } | null
  deletedAt: Date | null
  /** Whether a login with the password needs a second step. */
  hasSecondFactor: boolean
}

/** The team sees this data only on request, with a reason. */
export type PersonalData = {
  email: string
  phone: string | null
  parentsNumber: string | null
  /** The network addresses of their current sign-ins. */
  addresses: string[]
}

/** The history of a person, with the latest rows of each kind. */
export type PersonHistory = {
  signIns: { id: string; startedAt: Date; lastUsedAt: Date; userAgent: string }[]
  sessions: PersonSession[]
  bookings: PersonBooking[]
  money: PersonMoney
  refunds: PersonRefund[]
  reviews: { given: PersonReview[]; received: PersonReview[] }
  feedback: { given: PersonFeedback[]; received: PersonFeedback[] }
  /** Missing in responses of nodes before migration 0041. */
  summaries?: { written: PersonSummary[]; received: PersonSummary[] }
  reports: { by: PersonReport[]; about: PersonReport[] }
  blocks: { by: number; of: number }
}

export type OtherParty = { id: AccountId; name: string }

export type PersonSession = {
  id: SessionId
  askedAt: Date
  side: Side
  other: OtherParty
  state: SessionState
  billedMinutes: number | null
  chargedPaise: Paise | null
  refundedPaise: Paise | null
}

export type PersonBooking = {
  id: SessionId
  startsAt: Date
  minutes: number
  side: Side
  other: OtherParty
  state: BookingState
  cancelledBy: Side | null
  absent: Absent | null
  /** The fee for cancelling or not joining. */
  feePaise: Paise | null
}

export type PersonMoney = {
  available: Paise
  onHold: Paise
  lines: Pick<StatementLine, 'id' | 'at' | 'amount' | 'description'>[]
  payments: { id: PaymentId; at: Date; amount: Paise; returned: Paise; state: PaymentState }[]
  returns: { id: string; at: Date; amount: Paise; state: 'sending' | 'sent' | 'failed' }[]
  withdrawals: { id: WithdrawalId; at: Date; amount: Paise; status: WithdrawalStatus }[]
}

export type PersonRefund = {
  sessionId: SessionId
  askedAt: Date
  state: RefundState
  refunded: Paise | null
  fault: Fault | null
}

export type PersonReview = {
  id: ReviewId
  at: Date
  other: OtherParty
  rating: number
  comment: string | null
  isHidden: boolean
}

export type PersonFeedback = { sessionId: SessionId; at: Date; other: OtherParty; words: string[] }

export type PersonSummary = {
  sessionId: SessionId
  at: Date
  other: OtherParty
  words: string[]
  isHidden: boolean
}

export type PersonReport = { sessionId: SessionId; at: Date; other: OtherParty; words: string | null }

/** The evidence that two accounts may belong to one person. Calls are counted within `pairWatchDays`. */
export type PairEvidence = {
  paidSessions: number
  shortCalls: number
  /** The largest number of short calls within `pairShortCallDays`, without those that the team has looked at. */
  shortCallsAtOnce: number
  /** Fully refunded calls, without those that the team has already looked at. */
  refundedWhole: number
  sharedBrowsers: number
  /** The network addresses at which both used the same kind of browser. */
  sharedDevices: number
  sharedAddresses: number
  /** Bank accounts to which both requested payouts. */
  sharedBankAccounts: number
  /** Bank accounts of the expert to which another expert account on the student's device requested payouts. */
  deviceBankAccounts: number
  /** The size of the smallest circle of short calls with both accounts; 0 if there is none. */
  circlePeople: number
}

/** A student and an expert, or two experts with one bank account. */
export type SuspiciousPair = {
  id: string
  first: OtherParty
  second: OtherParty
  evidence: PairEvidence
  /** The kinds of evidence that no team member has seen. */
  unseen: EvidenceKind[]
  evidenceAt: Date
  look: { at: Date; by: OtherParty; note: string } | null
}

/** The figures that make a pair suspicious. */
export const evidenceKinds = [
  'sharedBrowsers',
  'sharedDevices',
  'sharedAddresses',
  'sharedBankAccounts',
  'deviceBankAccounts',
  'circlePeople',
  'shortCallsAtOnce',
  'refundedWhole',
] as const satisfies (keyof PairEvidence)[]
export type EvidenceKind = (typeof evidenceKinds)[number]

/** The start of the last completed search, and whether another one was requested since. */
export type PairSearch = { searchedAt: Date | null; isRequested: boolean }

/** Records that a team member has looked at the evidence of this time. */
export const pairLook = z.object({
  id: z.uuid(),
  evidenceAt: z.iso.datetime().transform((text) => new Date(text)),
  note: freeText(pairNoteMaxLength),
})
export type PairLook = z.input<typeof pairLook>
