import { vi } from 'vitest'

export type Fetched = { path: string; method: string; body: unknown }
type Answer = (fetched: Fetched, signal: AbortSignal | null) => unknown

/**
 * Answers what scripts of a page fetch besides the router, and records it. An answer is a `Response`, or an object that is sent as
 * JSON; what throws is a network that failed.
 */
export function stubFetch(answer: Answer): Fetched[] {
  const fetched: Fetched[] = []
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { body, method = 'GET', signal = null } = options
    const one = { path: address, method, body: typeof body === 'string' ? JSON.parse(body) : body }
    fetched.push(one)
    const given = await answer(one, signal)
    signal?.throwIfAborted()
    return given instanceof Response ? given : Response.json(given)
  })
  return fetched
}

/** What `fetch` throws when nothing came back. */
export function networkFailure(): never {
  throw new TypeError('Failed to fetch')
}
