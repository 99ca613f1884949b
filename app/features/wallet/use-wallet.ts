import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useTopic } from '#app/features/live/use-topic.ts'
import { useViewer } from '#app/features/frame/use-viewer.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'

/**
 * The figures of a wallet page as they stand now. Whenever something happens to the money, also what leaves the figures as
 * they are, the rest of the page is asked for anew.
 */
export function useWallet(figures: WalletFigures, { unsettled = false } = {}): WalletFigures {
  const viewer = useViewer()
  const { revalidate } = useRevalidator()
  const live = useTopic(viewer ? `wallet:${viewer.id}` : null, null)
  const heard = useRef<WalletFigures | null>(null)
  useEffect(() => {
    if (!live || live === heard.current) return
    // The first state repeats what the page came with, unless something happened in between.
    const isNews = heard.current !== null || unsettled || !isSame(live, figures)
    heard.current = live
    if (isNews) void revalidate()
  }, [live, figures, unsettled, revalidate])
  return live ?? figures
}

function isSame(one: WalletFigures, other: WalletFigures): boolean {
  return (
    one.available === other.available && one.onHold === other.onHold && one.recentLines === other.recentLines
  )
}
