import { useEffect, useState } from 'react'
import type { Board, Vitals } from '#domain/team/contract.ts'
import { boardRefreshMs } from '#kernel/limits.ts'

type BoardSnapshot = { board: Board; vitals: Vitals }

/**
 * Returns the loaded board, then polls every few seconds while the page is visible. A failed poll keeps the last board
 * and sets `isStale`.
 */
export function useBoard(first: BoardSnapshot): BoardSnapshot & { isStale: boolean } {
  const [latestBoard, setLatestBoard] = useState<BoardSnapshot | null>(null)
  const [isStale, setIsStale] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const refresh = async () => {
      if (!document.hidden) {
        const snapshot = await fetchSnapshot(controller.signal)
        if (controller.signal.aborted) return
        if (snapshot) setLatestBoard(snapshot)
        setIsStale(snapshot === null)
      }
      timer = setTimeout(refresh, boardRefreshMs)
    }
    timer = setTimeout(refresh, boardRefreshMs)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  // After an action the loader runs again and may have newer data.
  const latest = latestBoard && latestBoard.board.at > first.board.at ? latestBoard : first
  return { ...latest, isStale }
}

const timeoutMs = 10_000

async function fetchSnapshot(unmountSignal: AbortSignal): Promise<BoardSnapshot | null> {
  try {
    const signal = AbortSignal.any([unmountSignal, AbortSignal.timeout(timeoutMs)])
    const answer = await fetch('/team/live/now', { signal, redirect: 'error' })
    return answer.ok ? (JSON.parse(await answer.text(), reviveInstants) as BoardSnapshot) : null
  } catch {
    return null
  }
}

/** Turns strings into dates by name: instants end in 'At'. */
function reviveInstants(name: string, value: unknown): unknown {
  return typeof value === 'string' && (name === 'at' || name.endsWith('At')) ? new Date(value) : value
}
