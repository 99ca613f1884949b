import { useEffect, useState } from 'react'
import type { Board, Vitals } from '#domain/team/contract.ts'
import { boardRefreshMs } from '#kernel/limits.ts'

export type Now = { board: Board; vitals: Vitals }

/**
 * The board that the page came with, and then the one of now, every few seconds while somebody looks. What could not be had leaves the
 * last one standing, and says that it is old.
 */
export function useBoard(first: Now): Now & { isOld: boolean } {
  const [heard, setHeard] = useState<Now | null>(null)
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      if (!document.hidden) {
        const now = await readNow(leaving.signal)
        if (leaving.signal.aborted) return
        if (now) setHeard(now)
        setIsOld(now === null)
      }
      timer = setTimeout(ask, boardRefreshMs)
    }
    timer = setTimeout(ask, boardRefreshMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
  // After an act the page itself is asked anew, and may know more.
  const latest = heard && heard.board.at > first.board.at ? heard : first
  return { ...latest, isOld }
}

const waitMs = 10_000

async function readNow(leaving: AbortSignal): Promise<Now | null> {
  try {
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(waitMs)])
    const answer = await fetch('/team/live/now', { signal, redirect: 'error' })
    return answer.ok ? (JSON.parse(await answer.text(), reviveInstants) as Now) : null
  } catch {
    return null
  }
}

/** By their names: instants end in 'At'. */
function reviveInstants(name: string, value: unknown): unknown {
  return typeof value === 'string' && (name === 'at' || name.endsWith('At')) ? new Date(value) : value
}
