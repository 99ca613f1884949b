import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#app/ui/toast.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import { facetsMaxAgeMs } from '#kernel/limits.ts'

export const figuresProblem = 'Failed to load category statistics'

/** Nothing in `figures` means that they could not be loaded; the last ones may be wrong by now, so they are not shown. */
export type LiveFigures = { figures: OnlineFigures | null; busy: boolean; refresh(): void }

/** Who is online, in figures that renew themselves about every half minute while somebody looks at the page. */
export function useFigures(initial: OnlineFigures | null): LiveFigures {
  const [figures, setFigures] = useState(initial)
  const [busy, setBusy] = useState(false)
  const runningRequest = useRef<AbortController>(null)
  const hasWarned = useRef(false)
  const requestedAtMs = useRef(-Infinity)

  const refresh = useCallback(async () => {
    runningRequest.current?.abort()
    const { signal } = (runningRequest.current = new AbortController())
    requestedAtMs.current = performance.now()
    setBusy(true)
    const answer = await fetchFigures(signal)
    if (signal.aborted) return
    setBusy(false)
    setFigures(answer)
    // Once for each time that it begins to fail, not for every attempt.
    if (!answer && !hasWarned.current) toast({ kind: 'error', text: figuresProblem, id: 'figures' })
    hasWarned.current = answer === null
  }, [])

  useEffect(() => {
    const refreshIfSeen = () => {
      const old = performance.now() - requestedAtMs.current >= facetsMaxAgeMs - 1_000
      if (document.visibilityState === 'visible' && old) void refresh()
    }
    refreshIfSeen()
    const timer = setInterval(refreshIfSeen, facetsMaxAgeMs)
    document.addEventListener('visibilitychange', refreshIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfSeen)
      runningRequest.current?.abort()
      requestedAtMs.current = -Infinity
    }
  }, [refresh])

  return { figures, busy, refresh: () => void refresh() }
}

async function fetchFigures(signal: AbortSignal): Promise<OnlineFigures | null> {
  try {
    const answer = await fetch('/category-statistics', { signal })
    return answer.ok ? ((await answer.json()) as OnlineFigures) : null
  } catch {
    return null
  }
}
