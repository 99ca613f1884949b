import { workerPath } from '#app/notifications/push/paths.ts'
import { isPushEnabled } from '#app/notifications/push/push-enabled.ts'
import { renewSubscription } from '#app/notifications/push/renew-subscription.ts'

/** Registers the worker. Repeated calls return the same registration; the browser checks for updates itself. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // Bypasses the HTTP cache, so that a proxy cannot keep an old worker alive.
  const registration = await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' })
  if (!registration.active) await waitUntilInstalled(registration.waiting ?? registration.installing)
  return registration
}

/** Replaces `serviceWorker.ready`, which never resolves when the installation fails. */
async function waitUntilInstalled(worker: ServiceWorker | null): Promise<void> {
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

/** Runs once per page load: registers the worker and renews the push subscription. */
export async function startWorker(viewerId: string | null): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await registerWorker()
  if (viewerId && isPushEnabled(viewerId) && Notification.permission === 'granted')
    await renewSubscription(registration)
}
