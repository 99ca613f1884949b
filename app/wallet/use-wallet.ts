import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/** Returns the live figures. Revalidates the page on every wallet event, even when the figures stay the same. */
export function useWallet(figures: WalletFigures, { isUnsettled = false } = {}): WalletFigures {
  const viewer = useViewer()
  const live = useRevalidateOnTopic(
    viewer ? `wallet:${viewer.id}` : null,
    (state) => isUnsettled || !isSame(state, figures),
  )
  return live ?? figures
}

function isSame(a: WalletFigures, b: WalletFigures): boolean {
  return a.available === b.available && a.onHold === b.onHold && a.recentLines === b.recentLines
}
