import { offlinePath } from '#app/notifications/push/paths.ts'
import type { WorkerEvents } from '#app/notifications/push/worker-scope.ts'

const cacheName = 'samjhao-offline'

/** As a visitor sees it: what somebody is shown who is signed in is kept nowhere. */
export async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.add(new Request(offlinePath, { credentials: 'omit', cache: 'reload' }))
}

/** From the server, always; without it, the page that says so. Files named by their hash are the business of the browser's own cache. */
export async function fetchPageOrOffline({
  request,
  preloadResponse,
}: WorkerEvents['fetch']): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(offlinePath)) ?? Response.error()
  }
}
