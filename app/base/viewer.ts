import type { OwnListing } from '#domain/experts/contract.ts'
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
  /**
   * Whether the email address is not confirmed yet; always false for the team. Absent in data of the previous version.
   */
  emailUnconfirmed?: boolean
  /** An expert who has not accepted the terms, in an open session. Absent in data of the previous version. */
  isNewcomer?: boolean
  /** Balance at page load; null for the team. */
  wallet: WalletFigures | null
  /** For experts, at page load. Absent in data of the previous version. */
  expert?: OwnListing | null
  /** Unread notifications at page load. */
  bell: Bell
}
