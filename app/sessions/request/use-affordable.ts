import { useEffect, useState } from 'react'
import { useViewer } from '#app/base/use-viewer.ts'
import { type Affordable, computeAffordable } from '#app/sessions/request/affordable.ts'
import { requestPath } from '#app/sessions/request/request-path.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import type { Spending } from '#domain/wallet/contract.ts'
import { type Paise, paise } from '#kernel/money.ts'

type Money = Affordable & {
  available: Paise
  /** The minutes that would be held if this amount were added. */
  heldMinutesWith(added: Paise): number
}

/** The minutes that the viewer's balance buys. Null for viewers without a wallet. */
export function useAffordable(ratePaisePerMinute: Paise): Money | null {
  const wallet = useOwnWallet(useViewer())
  const [spending, setSpending] = useState<Spending | null>(null)
  const hasWallet = Boolean(wallet)
  useEffect(() => {
    if (!hasWallet) return undefined
    const controller = new AbortController()
    void fetchSpending(controller.signal).then((loaded) => loaded && setSpending(loaded))
    return () => controller.abort()
    // Any balance change may change today's spending.
  }, [hasWallet, wallet?.available, wallet?.onHold])
  if (!wallet) return null
  const { available } = wallet
  const compute = (balance: Paise) => computeAffordable(balance, spending, ratePaisePerMinute)
  return {
    available,
    ...compute(available),
    heldMinutesWith: (added) => compute(paise(available + added)).heldMinutes,
  }
}

async function fetchSpending(signal: AbortSignal): Promise<Spending | null> {
  try {
    const answer = await fetch(requestPath, { signal })
    return answer.ok ? ((await answer.json()) as Spending) : null
  } catch {
    return null
  }
}
