import { useState, useSyncExternalStore } from 'react'
import { onPushEnabledChange } from '#app/notifications/push/push-enabled.ts'
import {
  type PushState,
  readPushState,
  switchPushOff,
  switchPushOn,
} from '#app/notifications/push/push-state.ts'
import { toast } from '#app/ui/toast.ts'

/** Whether this browser is told things while no page is open, and the switch for it. Null until the browser has been asked. */
export function usePush(accountId: string | null) {
  const [busy, setBusy] = useState(false)
  const read = () => (accountId ? readPushState(accountId) : null)
  const state = useSyncExternalStore<PushState | null>(onChange, read, () => null)

  const change = async (work: () => Promise<boolean>) => {
    setBusy(true)
    const worked = await work()
    setBusy(false)
    if (!worked) toast({ kind: 'error', text: 'That did not work. Please try again.', id: 'push' })
  }
  return {
    state,
    busy,
    switchOn: () => accountId && void change(() => switchPushOn(accountId)),
    switchOff: () => void change(switchPushOff),
  }
}

function onChange(listener: () => void) {
  // Permissions change in settings, outside of the page.
  addEventListener('focus', listener)
  const unsubscribe = onPushEnabledChange(listener)
  return () => {
    removeEventListener('focus', listener)
    unsubscribe()
  }
}
