import { useEffect, useState } from 'react'
import { useViewer } from '#app/base/use-viewer.ts'
import { type Affordable, affordable } from '#app/sessions/request/affordable.ts'
import { requestPath } from '#app/sessions/request/request-path.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import type { Spending } from '#domain/wallet/contract.ts'
import type { Paise } from '#kernel/money.ts'

/** What the viewer's current balance buys. Null for viewers without a wallet. */
export function useAffordable(ratePaisePerMinute: Paise): (Affordable & { available: Paise }) | null {
  const figures = useOwnWallet(useViewer())
  const [spending, setSpending] = useState<Spending | null>(null)
  useEffect(() => {
    const stopper = new AbortController()
    void fetchSpending(stopper.signal).then((found) => found && setSpending(found))
    return () => stopper.abort()
    // Any balance change may change today's spending.
  }, [figures?.available, figures?.onHold])
  if (!figures) return null
  const { available } = figures
  return { available, ...affordable(available, spending, ratePaisePerMinute) }
}

async function fetchSpending(signal: AbortSignal): Promise<Spending | null> {
  try {
    const answer = await fetch(requestPath, { signal })
    return answer.ok ? ((await answer.json()) as Spending) : null
  } catch {
    return null
  }
}
