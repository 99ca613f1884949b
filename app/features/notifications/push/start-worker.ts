import { workerPath } from '#app/features/notifications/push/paths.ts'
import { isPushOnHere } from '#app/features/notifications/push/push-mark.ts'
import { renewSubscription } from '#app/features/notifications/push/renew-subscription.ts'

/** The same one each time; the browser looks for a newer one by itself. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  // Never from the HTTP cache: an old worker must not stay because a proxy kept it.
  void navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

/** Once for each page that is opened: the worker is there, and the server knows that this browser can be reached. */
export async function startWorker(viewerId: string | null): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await registerWorker()
  if (viewerId && isPushOnHere(viewerId) && Notification.permission === 'granted')
    await renewSubscription(registration)
}
