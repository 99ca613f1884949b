import { useEffect, useState } from 'react'
import type { LiveOverview, Vitals } from '#domain/team/contract.ts'
import { teamRefreshMs } from '#kernel/limits.ts'

type LiveSnapshot = { board: LiveOverview; vitals: Vitals }

/**
 * Returns the loaded data, then polls every few seconds while the page is visible. A failed poll keeps the last data
 * and sets `isStale`.
 */
export function useLiveOverview(first: LiveSnapshot): LiveSnapshot & { isStale: boolean } {
  const [latestSnapshot, setLatestSnapshot] = useState<LiveSnapshot | null>(null)
  const [isStale, setIsStale] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const refresh = async () => {
      if (!document.hidden) {
        const snapshot = await fetchSnapshot(controller.signal)
        if (controller.signal.aborted) return
        if (snapshot) setLatestSnapshot(snapshot)
        setIsStale(snapshot === null)
      }
      timer = setTimeout(refresh, teamRefreshMs)
    }
    timer = setTimeout(refresh, teamRefreshMs)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  // After an action the loader runs again and may have newer data.
  const latest = latestSnapshot && latestSnapshot.board.at > first.board.at ? latestSnapshot : first
  return { ...latest, isStale }
}

const timeoutMs = 10_000

async function fetchSnapshot(unmountSignal: AbortSignal): Promise<LiveSnapshot | null> {
  try {
    const signal = AbortSignal.any([unmountSignal, AbortSignal.timeout(timeoutMs)])
    const answer = await fetch('/team/live/now', { signal, redirect: 'error' })
    return answer.ok ? (JSON.parse(await answer.text(), reviveInstants) as LiveSnapshot) : null
  } catch {
    return null
  }
}

/** Turns strings into dates by name: instants end in 'At'. */
function reviveInstants(name: string, value: unknown): unknown {
  return typeof value === 'string' && (name === 'at' || name.endsWith('At')) ? new Date(value) : value
}
