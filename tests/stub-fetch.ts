import { vi } from 'vitest'

export type Fetched = { path: string; method: string; body: unknown }
type Answer = (fetched: Fetched, signal: AbortSignal | null) => unknown

/**
 * Replaces the global `fetch` and records its calls. Router loaders and actions do not use it in component tests.
 * `answer` returns a `Response`, or an object to send as JSON. If it throws, that simulates a network failure.
 */
export function stubFetch(answer: Answer): Fetched[] {
  const fetched: Fetched[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit = {}) => {
    const { body, method = 'GET', signal = null } = options
    const call = { path, method, body: typeof body === 'string' ? JSON.parse(body) : body }
    fetched.push(call)
    const answered = await answer(call, signal)
    signal?.throwIfAborted()
    return answered instanceof Response ? answered : Response.json(answered)
  })
  return fetched
}

/** Throws what `fetch` throws on a network failure. */
export function networkFailure(): never {
  throw new TypeError('Failed to fetch')
}
