import { expertCategories } from '#domain/applications/contract.ts'
import type { AuditLine } from '#domain/audit/contract.ts'
import type { Check } from '#domain/experts/contract.ts'
import { type Approval, approvals } from '#domain/policy.ts'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import type { Feedback, SessionReview } from '#domain/reviews/contract.ts'
import type {
  CallType,
  SessionEvent,
  SessionMessage,
  SessionView,
  StuckKind,
} from '#domain/sessions/contract.ts'
import { type SessionState, sessionStates, type Side } from '#domain/sessions/states.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId, ApplicationId, ExpertId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

/** Somebody, with the id under which their story is found. */
export type PersonRef = { id: AccountId; name: string }

export type OpenSessionRow = {
  id: SessionId
  state: SessionState
  callType: CallType
  student: PersonRef
  expert: PersonRef
  /** When the state began. */
  sinceAt: Date
  liveMs: number
  stuck: StuckKind | null
}

/** The market as it is now. Whatever did not answer in time is null. */
export type Board = {
  at: Date
  online: { count: number; people: (PersonRef & { sinceAt: Date; inSession: boolean })[] } | null
  sessions: { count: number; rows: OpenSessionRow[] } | null
  /** Rings without an answer of the last hours, by expert, most first. */
  rings: { expert: PersonRef; missed: number; cancelled: number; lastAt: Date }[] | null
}

/** How the machine is, which answers for this process and the database. Whatever did not answer in time is null. */
export type Vitals = {
  /** Of this process. */
  sockets: number
  calls: number
  /** Answers of this process to requests for pages, and those that failed by our fault. */
  answers: { served: number; failed: number; minutes: number }
  processes: number | null
  databaseMs: number | null
  queue: { waiting: number; oldestMs: number; failed: number; mailsFailed: number } | null
}

export const spans = ['hour', 'day'] as const
export type Span = (typeof spans)[number]

/** What was sold in one hour or day of Kolkata, by when it was paid, and what was given back. */
export type PeriodFigures = {
  startsAt: Date
  calls: number
  minutes: number
  charged: Paise
  /** What stays with us of it. */
  fee: Paise
  refunded: Paise
  /** Of which we had to give up. */
  feeRefunded: Paise
}

export const sessionTable = {
  sorts: { asked: 'time' },
  opens: '-asked',
  filters: { state: ['open', ...sessionStates], person: 'id' },
} as const

export type SessionRow = Omit<OpenSessionRow, 'sinceAt'> & {
  askedAt: Date
  billedMinutes: number | null
  chargedPaise: Paise | null
  refundedPaise: Paise | null
}

/** What is known about one session. */
export type SessionEvidence = {
  session: SessionView
  events: SessionEvent[]
  messages: SessionMessage[]
  review: SessionReview | null
  feedback: Feedback | null
  refund: Pick<RefundRequest, 'state' | 'refunded' | 'fault'> | null
  stuck: StuckKind | null
  trail: AuditLine[]
  studentAccount: AccountId
  expertAccount: AccountId
  /** What was agreed and who came when, where the session was booked. */
  booking: {
    bookedAt: Date
    startsAt: Date
    minutes: number
    moves: number
    joins: { side: Side; at: Date }[]
    bothWentOn: boolean
  } | null
}

/** An expert as the team sees them in its table. */
export type ExpertRow = {
  id: ExpertId
  name: string
  email: string
  approval: Approval
  category: CategoryId | null
  /** Whether a call would reach them now. */
  isOnline: boolean
  ratePaisePerMinute: Paise
  sharePercent: number
  verified: Check[]
  memberSince: Date
}

export const expertTable = {
  sorts: { since: 'time', name: 'text', rate: 'number' },
  opens: '-since',
  filters: { approval: approvals, category: expertCategories, online: ['yes', 'no'] },
} as const

/** One expert, with everything that the team decides about them. */
export type TeamExpert = ExpertRow & {
  accountId: AccountId
  phone: string | null
  title: string | null
  isComplete: boolean
  approvalChangedAt: Date | null
  approvalChangedBy: string | null
  approvalReason: string | null
  /** Who looked at it, and when; nobody where the product itself did. */
  verifications: { what: Check; at: Date; by: string | null }[]
  applicationId: ApplicationId | null
}

/** Where something waits for the team. */
export const queues = ['withdrawals', 'tickets', 'applications', 'experts', 'corrections'] as const
export type Queue = (typeof queues)[number]
export type TeamQueueCounts = Record<Queue, number>
