import { useEffect, useState, useSyncExternalStore } from 'react'
import { minutesLeftAt } from '#app/call/engine/call-screen.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'

export function useCallView(call: Call): CallView {
  return useSyncExternalStore(call.subscribe, call.view, call.view)
}

/** The minutes left. All texts of a call use this value, so that they never differ. */
export function useMinutesLeft({ meter, session }: Pick<CallView, 'meter' | 'session'>): number | null {
  const read = () => minutesLeftAt(performance.now(), { meter, session })
  return useSyncExternalStore(subscribeToClock, read, read)
}

function subscribeToClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, clockStepMs)
  return () => clearInterval(timer)
}

/** Several times a second, so that no second is skipped. */
const clockStepMs = 250

/** Monotonic time for the call's clock. */
export function useAnimationClock(): number {
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => subscribeToClock(() => setNowMs(performance.now())), [])
  return nowMs
}
