import { expertCategories } from '#domain/applications/contract.ts'
import type { Check } from '#domain/experts/contract.ts'
import { type Approval, approvals } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId, ApplicationId, ExpertId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

/** What Samjhao says about itself; the team edits it. */
export type Claims = {
  verifiedExperts: number
  satisfactionPercent: number
  weeklyEarningsPaise: Paise
  approvalHours: number
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
export const queues = ['withdrawals', 'tickets', 'applications', 'experts'] as const
export type Queue = (typeof queues)[number]
export type Waiting = Record<Queue, number>
