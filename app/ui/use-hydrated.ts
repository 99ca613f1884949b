import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Whether scripts have taken over: not in what the server draws, nor in the first drawing over it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
