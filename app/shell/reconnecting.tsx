import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { LiveLostContext } from '#app/base/live/live-provider.tsx'
import { networkEvent } from '#app/base/network-event.ts'
import { Spinner } from '#app/ui/spinner.tsx'

/** Shorter interruptions, such as after a device wakes up, show no message. */
const shownAfterMs = 1_500

/**
 * Shown above every page and dialog. The page stays usable, but may be out of date. On a phone it is below the header,
 * because the header has controls in its middle.
 */
export function Reconnecting() {
  const isLost = useContext(LiveLostContext)
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const isShown = useDelayed(useIsUnreachable() || isLost || !isOnline)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-17 z-60 flex justify-center lg:top-1">
      {isShown && (
        <p className="flex items-center gap-2 rounded-full border border-line-strong bg-float px-4 py-1.5 text-small font-semibold shadow-float">
          <Spinner />
          Reconnecting…
        </p>
      )}
    </div>
  )
}

function subscribeToNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** True from a failed request to the next response. */
function useIsUnreachable(): boolean {
  const [hasResponse, setHasResponse] = useState(true)
  useEffect(() => {
    const onReport = (event: CustomEvent<boolean>) => {
      event.preventDefault()
      setHasResponse(event.detail)
    }
    addEventListener(networkEvent, onReport)
    return () => removeEventListener(networkEvent, onReport)
  }, [])
  return !hasResponse
}

/** Returns true when the condition has been true for `shownAfterMs`. */
function useDelayed(condition: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false)
  if (isOverdue && !condition) setIsOverdue(false)
  useEffect(() => {
    if (!condition) return undefined
    const timer = setTimeout(() => setIsOverdue(true), shownAfterMs)
    return () => clearTimeout(timer)
  }, [condition])
  return isOverdue
}
