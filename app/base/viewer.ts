import type { Bell } from '#domain/notifications/contract.ts'
import type { Role } from '#domain/policy.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/** The signed-in person as the frame shows them. */
export type Viewer = {
  id: string
  name: string
  email: string
  role: Role
  avatarUrl: string | null
  /** As it stood when the page came; the team has none. */
  wallet: WalletFigures | null
  /** What is not read yet, as of the same moment. */
  bell: Bell
}
