import type { Paise } from '#kernel/money.ts'

/** What Samjhao says about itself; the team edits it. */
export type Claims = {
  verifiedExperts: number
  satisfactionPercent: number
  weeklyEarningsPaise: Paise
  approvalHours: number
}
