import { useTopic } from '#app/base/live/use-topic.ts'
import type { Viewer } from '#app/base/viewer.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/** The viewer's money as it stands now, in every open tab; nothing for the team and for visitors. */
export function useOwnWallet(viewer: Viewer | null): WalletFigures | null {
  const known = viewer?.wallet ?? null
  return useTopic(viewer && known ? `wallet:${viewer.id}` : null, known)
}
