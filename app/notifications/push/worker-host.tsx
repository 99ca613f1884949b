import { useEffect } from 'react'

const maxIdleWaitMs = 5_000

/** Starts the service worker when the page is idle. On public pages it waits until a visitor interacts. */
export function WorkerHost({ viewerId }: { viewerId: string | null }) {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined
    const start = () =>
      void import('#app/notifications/push/start-worker.ts')
        .then(({ startWorker }) => startWorker(viewerId))
        // The page works without the worker.
        .catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, maxIdleWaitMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(start, { timeout: maxIdleWaitMs })
    return () => cancelIdleCallback(idle)
  }, [viewerId])
  return null
}
