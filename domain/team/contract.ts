import { z } from 'zod'
import { email, fullName } from '#domain/accounts/contract.ts'
import type { Approval } from '#domain/policy.ts'
import type { CallType, StuckKind } from '#domain/sessions/contract.ts'
import { type SessionState, sessionStates } from '#domain/sessions/states.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

/** What Samjhao says about itself; the team edits it. */
export type Claims = {
  verifiedExperts: number
  satisfactionPercent: number
  weeklyEarningsPaise: Paise
  approvalHours: number
}

/** Somebody, with the id under which their story is found. */
export type Named = { id: AccountId; name: string }

export type OpenSessionRow = {
  id: SessionId
  state: SessionState
  callType: CallType
  student: Named
  expert: Named
  /** When the state began. */
  sinceAt: Date
  liveMs: number
  stuck: StuckKind | null
}

/** The market as it is now. Whatever did not answer in time is null. */
export type Board = {
  at: Date
  online: { count: number; people: (Named & { sinceAt: Date; inSession: boolean })[] } | null
  sessions: { count: number; rows: OpenSessionRow[] } | null
  /** Rings without an answer of the last hours, by expert, most first. */
  rings: { expert: Named; missed: number; cancelled: number; lastAt: Date }[] | null
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
export type Figures = {
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
  charged: Paise | null
}

export const expertCategories = ['academic', 'skills', 'professional'] as const

export const newExpert = z.object({
  email,
  fullName,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ]{8,20}$/),
  category: z.enum(expertCategories),
})
export type NewExpert = z.input<typeof newExpert>

/** An expert as the team sees them in its list. */
export type ExpertRow = {
  id: string
  name: string
  email: string
  approval: Approval
  category: string | null
  memberSince: Date
}

/** Where something waits for the team. */
export const queues = ['withdrawals', 'tickets', 'experts'] as const
export type Queue = (typeof queues)[number]
export type Waiting = Record<Queue, number>
