/** Messages from the service worker to open pages. */
export type WorkerMessage =
  /** The worker shows a ring notification. */
  | { type: 'rings'; sessionId: string }
  /** The user pressed Accept on the notification. */
  | { type: 'answer'; sessionId: string }
  | { type: 'open'; href: string }
  /** Asks whether the page is listening. A listening page responds through the transferred port. */
  | { type: 'listening?' }

const cacheName = 'samjhao-answer'
const key = '/answer'

/** Stores the answer for a new page. It is not in the URL, because a forged link could then open the camera. */
export async function storeAnswer(sessionId: string): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(sessionId))
}

/** Reads and deletes the stored answer. */
export async function takeAnswer(): Promise<string | null> {
  const cache = await caches.open(cacheName)
  const stored = await cache.match(key)
  await cache.delete(key)
  return stored ? stored.text() : null
}
