import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#app/ui/toast.ts'
import type { OnlineFigures } from '#domain/discovery/contract.ts'
import { facetsMaxAgeMs } from '#kernel/limits.ts'

export const figuresProblem = 'Failed to load category statistics'

/** `figures` is null after a failed load, because the previous figures may be outdated. */
export type LiveFigures = { figures: OnlineFigures | null; busy: boolean; refresh(): void }

/** Refreshes the online figures about every 30 seconds while the page is visible. */
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
    // Warn once per outage, not for every failed attempt.
    if (!answer && !hasWarned.current) toast({ kind: 'error', text: figuresProblem, id: 'figures' })
    hasWarned.current = answer === null
  }, [])

  useEffect(() => {
    const refreshIfVisible = () => {
      const isOld = performance.now() - requestedAtMs.current >= facetsMaxAgeMs - 1_000
      if (document.visibilityState === 'visible' && isOld) void refresh()
    }
    refreshIfVisible()
    const timer = setInterval(refreshIfVisible, facetsMaxAgeMs)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
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
