import type { Clock } from '#kernel/time.ts'

type Options<Value> = {
  read(): Promise<Value>
  maxAgeMs: number
  clock: Clock
  /** Called when a refresh fails while the cached value is still valid. */
  onError(error: unknown): void
}

/**
 * Caches a value that is read often and is costly to read. A value is never older than `maxAgeMs`. From half that age
 * on, a background refresh runs, so frequent callers never wait. Concurrent callers share one read.
 */
export function cachedReader<Value>({ read, maxAgeMs, clock, onError }: Options<Value>): () => Promise<Value> {
  let cached: { value: Value; readAtMs: number } | undefined
  let reading: Promise<Value> | undefined

  return async function get(): Promise<Value> {
    const ageMs = cached ? clock.now().getTime() - cached.readAtMs : Infinity
    if (!cached || ageMs >= maxAgeMs) return readOnce()
    if (ageMs >= maxAgeMs / 2 && !reading) readOnce().catch(onError)
    return cached.value
  }

  function readOnce(): Promise<Value> {
    reading ??= refresh().finally(() => (reading = undefined))
    return reading
  }

  async function refresh(): Promise<Value> {
    // The age counts from before the read, because changes during the read may be missing.
    const readAtMs = clock.now().getTime()
    const value = await read()
    cached = { value, readAtMs }
    return value
  }
}
