import { offlinePath } from '#app/notifications/push/paths.ts'
import type { WorkerEvents } from '#app/notifications/push/worker-scope.ts'

const cacheName = 'samjhao-offline'

/** Caches the offline page without credentials, so that no data of a signed-in user is stored. */
export async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.add(new Request(offlinePath, { credentials: 'omit', cache: 'reload' }))
}

/** Always fetches from the server and falls back to the offline page. Hashed files use the browser's HTTP cache. */
export async function fetchPageOrOffline({ request, preloadResponse }: WorkerEvents['fetch']): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(offlinePath)) ?? Response.error()
  }
}
