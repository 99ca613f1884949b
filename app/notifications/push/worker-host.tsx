import { useEffect } from 'react'

const idleAtMostMs = 5_000

/** Starts the service worker when the page has nothing better to do. React itself comes to public pages only with a person. */
export function WorkerHost({ viewerId }: { viewerId: string | null }) {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined
    const start = () =>
      void import('#app/notifications/push/start-worker.ts')
        .then(({ startWorker }) => startWorker(viewerId))
        // A browser that refuses it does without.
        .catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, idleAtMostMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(start, { timeout: idleAtMostMs })
    return () => cancelIdleCallback(idle)
  }, [viewerId])
  return null
}
