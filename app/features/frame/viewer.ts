import type { Role } from '#domain/policy.ts'
import type { Paise } from '#kernel/money.ts'

/** The signed-in person as the frame shows them. */
export type Viewer = {
  id: string
  name: string
  email: string
  role: Role
  avatarUrl: string | null
  balancePaise: Paise
  /** Transactions of the last 24 hours. */
  recentTransactions: number
}
