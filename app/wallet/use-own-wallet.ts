import { useTopic } from '#app/base/live/use-topic.ts'
import type { Viewer } from '#app/base/viewer.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/** Returns the viewer's live balance, or null for team members and visitors. */
export function useOwnWallet(viewer: Viewer | null): WalletFigures | null {
  const loaded = viewer?.wallet ?? null
  return useTopic(viewer && loaded ? `wallet:${viewer.id}` : null, loaded)
}
