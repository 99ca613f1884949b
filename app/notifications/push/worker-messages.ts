/** What the service worker says to open pages. */
export type WorkerMessage =
  /** It shows a ring. */
  | { type: 'rings'; sessionId: string }
  /** Accept was pressed there. */
  | { type: 'answer'; sessionId: string }
  | { type: 'open'; href: string }
  /** Is somebody there who would hear it? To be answered through the port that comes along. */
  | { type: 'listening?' }

const cacheName = 'samjhao-answer'
const key = '/answer'

/** For a page that is only just being opened. Not in its address, which anybody could write: nobody else may open a camera. */
export async function storeAnswer(sessionId: string): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(sessionId))
}

/** Once. */
export async function takeAnswer(): Promise<string | null> {
  const cache = await caches.open(cacheName)
  const stored = await cache.match(key)
  await cache.delete(key)
  return stored ? stored.text() : null
}
