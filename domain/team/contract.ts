import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { expertCategories } from '#domain/applications/contract.ts'
import type { AuditLine } from '#domain/audit/contract.ts'
import type { FoundOperation } from '#domain/books/contract.ts'
import type { Check, FoundExpert } from '#domain/experts/contract.ts'
import type { FoundPerson } from '#domain/people/contract.ts'
import { type Approval, approvals, type TeamRole, teamRoles } from '#domain/policy.ts'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import type { Feedback, SessionReview, Summary } from '#domain/reviews/contract.ts'
import type { CallType, FoundSession, SessionEvent, SessionView, StuckKind } from '#domain/sessions/contract.ts'
import { type SessionState, sessionStates, type Side } from '#domain/sessions/states.ts'
import type { FoundTicket } from '#domain/tickets/contract.ts'
import type { FoundPayment } from '#domain/wallet/contract.ts'
import type { FoundWithdrawal } from '#domain/withdrawals/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { freeText, personName } from '#kernel/free-text.ts'
import { type AccountId, accountId, type ApplicationId, type ExpertId, type SessionId } from '#kernel/ids.ts'
import { actionReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'

/** A person's name, with the id that links to their history. */
export type PersonRef = { id: AccountId; name: string }

export type OpenSessionRow = {
  id: SessionId
  state: SessionState
  callType: CallType
  student: PersonRef
  expert: PersonRef
  /** The time at which the session entered its state. */
  sinceAt: Date
  liveMs: number
  stuck: StuckKind | null
}

/** The current activity. A part that did not load in time is null. */
export type LiveOverview = {
  at: Date
  online: { count: number; people: (PersonRef & { sinceAt: Date; inSession: boolean })[] } | null
  sessions: { count: number; rows: OpenSessionRow[] } | null
  /** Experts with requests that rang unanswered in the last `unansweredRingsHours`, most requests first. */
  rings: { expert: PersonRef; missed: number; cancelled: number; lastAt: Date }[] | null
}

/** The health of this process and the database. A part that did not load in time is null. */
export type Vitals = {
  /** Open sockets of this process. */
  sockets: number
  /** Calls that this process meters. */
  calls: number
  /** Responses of this process to page requests, and how many of them were server errors. */
  answers: { served: number; failed: number; minutes: number }
  processes: number | null
  databaseMs: number | null
  queue: { waiting: number; oldestMs: number; failed: number; mailsFailed: number } | null
}

export type CheckState = 'ok' | 'warning' | 'failed' | 'not_configured'

/** The result of trying one part of the installation, such as the mail server. */
export type InstallationCheck = {
  name: string
  state: CheckState
  /** Contains no secret. */
  seen: string
  /** One sentence that says what to do, if anything. */
  advice: string | null
}

export type InstallationReport = {
  checkedAt: Date
  /** False after the start, which leaves out some checks. */
  isComplete: boolean
  checks: InstallationCheck[]
}

/** The checks of the process that answers a request. */
export type Installation = {
  latest(): InstallationReport | null
  /** Returns null when the last complete check was too recent. */
  checkAgain(): Promise<InstallationReport | null>
}

export type Span = 'hour' | 'day'

/**
 * Sales and refunds of one hour or day (Kolkata time). A sale counts when its session is settled or its booking is
 * closed.
 */
export type PeriodFigures = {
  startsAt: Date
  calls: number
  minutes: number
  /** The amount that students paid, including `fee`. */
  charged: Paise
  /** The platform fee. */
  fee: Paise
  /** The amount that students got back, including `feeRefunded`. */
  refunded: Paise
  /** The part of the refunds that came from platform fees. */
  feeRefunded: Paise
}

export const sessionTable = {
  sorts: { asked: 'time' },
  defaultSort: '-asked',
  filters: { state: ['open', ...sessionStates], person: 'id' },
} as const

export type SessionRow = Omit<OpenSessionRow, 'sinceAt'> & {
  /** The time of the student's request. */
  askedAt: Date
  billedMinutes: number | null
  chargedPaise: Paise | null
  refundedPaise: Paise | null
}

/** The evidence about one session. */
export type SessionEvidence = {
  session: SessionView
  events: SessionEvent[]
  /** Expected by pages of the previous version. Always empty, because reading the chat requires a reason. */
  messages: []
  messageCount: number
  /** Whether something was drawn or written on the board. Missing in responses of the previous version. */
  hasBoard?: boolean
  review: SessionReview | null
  feedback: Feedback | null
  /** Missing in responses of nodes before migration 0041. */
  summary?: Summary | null
  refund: Pick<RefundRequest, 'state' | 'refunded' | 'fault'> | null
  stuck: StuckKind | null
  trail: AuditLine[]
  studentAccount: AccountId
  expertAccount: AccountId
  /** The agreed terms and when each side joined, if the session was booked. */
  booking: {
    bookedAt: Date
    startsAt: Date
    minutes: number
    moves: number
    joins: { side: Side; at: Date }[]
    bothWentOn: boolean
  } | null
}

/** One row of the expert table. */
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
  defaultSort: '-since',
  filters: { approval: approvals, category: expertCategories, online: ['yes', 'no'] },
} as const

/** One expert, with everything that the team needs to decide about approval, verification and terms. */
export type TeamExpert = ExpertRow & {
  accountId: AccountId
  phone: string | null
  title: string | null
  /** Begins with the expert's first language. */
  languages: string[]
  isComplete: boolean
  approvalChangedAt: Date | null
  approvalChangedBy: string | null
  approvalReason: string | null
  /** `by` is null when the system verified it. */
  verifications: { what: Check; at: Date; by: string | null }[]
  applicationId: ApplicationId | null
  quality: ExpertQuality
}

/**
 * Refunded sessions count too. Otherwise a call that the expert left early would disappear from these figures once it
 * is refunded.
 */
export type ExpertQuality = {
  paidSessions: number
  leftEarly: number
  refundedWhole: number
  /** Calls that the expert ended so soon that they cost nothing. They can be neither rated nor refunded. */
  leftFree: number
}

/** The rows of each kind that the search over everything finds. */
export type FoundRows = {
  people: FoundPerson
  experts: FoundExpert
  sessions: FoundSession
  tickets: FoundTicket
  withdrawals: FoundWithdrawal
  payments: FoundPayment
  operations: FoundOperation
}
export type FoundKind = keyof FoundRows
export type FoundGroup = { [Kind in FoundKind]: { kind: Kind; rows: FoundRows[Kind][] } }[FoundKind]

/** The result of a search over everything. The group with the best match comes first, and no group is empty. */
export type Findings = { groups: FoundGroup[] }

/** The queues of work for the team. */
export const queues = ['withdrawals', 'tickets', 'applications', 'experts', 'pairs', 'corrections'] as const
export type Queue = (typeof queues)[number]
export type TeamQueueCounts = Record<Queue, number>

/** A colleague. 'invited': has not chosen a password yet. */
export type TeamMember = PersonRef & {
  email: string
  teamRole: TeamRole
  state: 'active' | 'invited' | 'ended'
  since: Date
}

export const newTeamAccount = z.object({ email, fullName: personName, teamRole: z.enum(teamRoles).optional() })
export type NewTeamAccount = z.input<typeof newTeamAccount>
export const newMember = newTeamAccount.required()
export type NewMember = z.input<typeof newMember>

/** `from` is the role that the actor saw. */
export const teamRoleChange = z.object({ id: accountId, from: z.enum(teamRoles), to: z.enum(teamRoles) })
export type TeamRoleChange = z.input<typeof teamRoleChange>

export const memberAction = z.object({ id: accountId, why: freeText(actionReasonMaxLength) })
export type MemberAction = z.input<typeof memberAction>
