import type { Role } from '#domain/accounts/contract.ts'
import type { Paise } from '#kernel/money.ts'

/** The signed-in person as the frame shows them. */
export type Viewer = {
  name: string
  email: string
  role: Role
  balancePaise: Paise
  /** Transactions of the last 24 hours. */
  recentTransactions: number
}
