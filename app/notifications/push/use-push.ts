import { useState, useSyncExternalStore } from 'react'
import { onPushEnabledChange } from '#app/notifications/push/push-enabled.ts'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#app/notifications/push/push-state.ts'

/** Returns the push state of this browser and its switch. The state is null during server rendering. */
export function usePush(accountId: string | null) {
  const [busy, setBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const read = () => (accountId ? readPushState(accountId) : null)
  const state = useSyncExternalStore<PushState | null>(subscribe, read, () => null)

  const change = async (switchPush: () => Promise<boolean>) => {
    setBusy(true)
    setHasFailed(false)
    const hasSucceeded = await switchPush()
    setBusy(false)
    setHasFailed(!hasSucceeded)
  }
  return {
    state,
    busy,
    problem: hasFailed ? 'The setting was not changed. Please try again.' : undefined,
    switchOn: () => accountId && void change(() => switchPushOn(accountId)),
    switchOff: () => void change(switchPushOff),
  }
}

function subscribe(listener: () => void) {
  // Users may change permissions in the browser settings.
  addEventListener('focus', listener)
  const unsubscribe = onPushEnabledChange(listener)
  return () => {
    removeEventListener('focus', listener)
    unsubscribe()
  }
}
