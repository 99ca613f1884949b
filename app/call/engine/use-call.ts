import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'

export function useCallView(call: Call): CallView {
  return useSyncExternalStore(call.subscribe, call.view, call.view)
}

/** Monotonic time for the call's clock, updated several times a second so that no second is skipped. */
export function useAnimationClock(everyMs = 250): number {
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
