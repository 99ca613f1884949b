import type { Bell } from '#domain/notifications/contract.ts'
import type { Role } from '#domain/policy.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/** The signed-in user, as the header shows them. */
export type Viewer = {
  id: string
  name: string
  email: string
  role: Role
  avatarUrl: string | null
  /** Whether a reminder to confirm the address is shown. Absent in data of the previous version. */
  emailUnconfirmed?: boolean
  /** Balance at page load; null for the team. */
  wallet: WalletFigures | null
  /** Unread notifications at page load. */
  bell: Bell
}
