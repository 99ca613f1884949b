import { workerPath } from '#app/notifications/push/paths.ts'
import { isPushEnabled } from '#app/notifications/push/push-enabled.ts'
import { renewSubscription } from '#app/notifications/push/renew-subscription.ts'

/** The same one each time; the browser looks for a newer one by itself. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // Never from the HTTP cache: an old worker must not stay because a proxy kept it.
  const registration = await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' })
  if (!registration.active) await whenInstalled(registration.waiting ?? registration.installing)
  return registration
}

/** One that cannot be installed is never ready, and whoever waits must hear of it. */
async function whenInstalled(worker: ServiceWorker | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const checkState = () => {
    if (worker?.state === 'activating' || worker?.state === 'activated') resolve()
    if (!worker || worker.state === 'redundant') {
      reject(new Error('the service worker could not be installed'))
    }
  }
  worker?.addEventListener('statechange', checkState)
  checkState()
  return promise
}

/** Once for each page that is opened: the worker is there, and the server knows that this browser can be reached. */
export async function startWorker(viewerId: string | null): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await registerWorker()
  if (viewerId && isPushEnabled(viewerId) && Notification.permission === 'granted')
    await renewSubscription(registration)
}
