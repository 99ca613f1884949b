import { fetchPageOrOffline, cacheOfflinePage } from '#app/notifications/push/offline-cache.ts'
import { handleNotificationClick, showPush } from '#app/notifications/push/push-notifications.ts'
import { renewSubscription } from '#app/notifications/push/renew-subscription.ts'
import type { WorkerScope } from '#app/notifications/push/worker-scope.ts'

/**
 * The service worker: shows push notifications, handles clicks on them, and serves the offline page without a
 * network. It caches no other page and no script, so a new version can take over immediately.
 */
const scope = self as unknown as WorkerScope

scope.addEventListener('install', (event) => {
  void scope.skipWaiting()
  event.waitUntil(cacheOfflinePage())
})
scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()]))
})
scope.addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(fetchPageOrOffline(event))
})
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(handleNotificationClick(scope, event)))
scope.addEventListener('pushsubscriptionchange', (event) => {
  // Without the old endpoint the owner is unknown. The owner's next page load then registers the new subscription.
  const oldEndpoint = event.oldSubscription?.endpoint
  if (oldEndpoint) event.waitUntil(renewSubscription(scope.registration, oldEndpoint))
})
