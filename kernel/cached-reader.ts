import type { Clock } from '#kernel/time.ts'

type Options<Value> = {
  read(): Promise<Value>
  maxAgeMs: number
  clock: Clock
  /** Told when a new value could not be read while the one before could still be given. */
  onError(error: unknown): void
}

/**
 * Keeps what is asked for often and costly to read. What it gives is never older than `maxAgeMs`; from half that age on, a new
 * one is read behind it, so that those who keep asking never wait. However many ask, one reads at a time.
 */
export function cachedReader<Value>({
  read,
  maxAgeMs,
  clock,
  onError,
}: Options<Value>): () => Promise<Value> {
  let cached: { value: Value; readAt: number } | undefined
  let reading: Promise<Value> | undefined

  return async function get(): Promise<Value> {
    const ageMs = cached ? clock.now().getTime() - cached.readAt : Infinity
    if (!cached || ageMs >= maxAgeMs) return readOnce()
    if (ageMs >= maxAgeMs / 2) readOnce().catch(onError)
    return cached.value
  }

  function readOnce(): Promise<Value> {
    reading ??= refresh().finally(() => (reading = undefined))
    return reading
  }

  async function refresh(): Promise<Value> {
    // The age counts from before the reading: what changed meanwhile may not be in it.
    const readAt = clock.now().getTime()
    const value = await read()
    cached = { value, readAt }
    return value
  }
}
