import { z } from 'zod'
import { email, fullName } from '#domain/accounts/contract.ts'
import type { Approval } from '#domain/policy.ts'
import type { Paise } from '#kernel/money.ts'

/** What Samjhao says about itself; the team edits it. */
export type Claims = {
  verifiedExperts: number
  satisfactionPercent: number
  weeklyEarningsPaise: Paise
  approvalHours: number
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
export const queues = ['withdrawals', 'tickets', 'experts', 'corrections'] as const
export type Queue = (typeof queues)[number]
export type Waiting = Record<Queue, number>
