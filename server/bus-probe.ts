import { randomUUID } from 'node:crypto'
import { cachedReader } from '#kernel/cached-reader.ts'
import { metricsMaxAgeMs } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import type { Bus } from '#platform/bus/port.ts'

const arrivesWithinMs = 1_500

type Options = { bus: Pick<Bus, 'publish' | 'subscribe'>; clock: Clock; withinMs?: number }

/**
 * Returns a function that sends a message to this node over the bus and measures, in seconds, how long it takes. Returns
 * null when it does not arrive in time. Many callers within seconds share one message.
 */
export function createBusProbe({ bus, clock, withinMs = arrivesWithinMs }: Options): () => Promise<number | null> {
  const topic = `probe:${randomUUID()}`
  const waiting = new Map<string, () => void>()
  bus.subscribe(topic, (id) => waiting.get(id)?.())
  return cachedReader({ read: sendProbe, maxAgeMs: metricsMaxAgeMs, clock, onError: () => undefined })

  async function sendProbe(): Promise<number | null> {
    const id = randomUUID()
    const startedAtMs = performance.now()
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const timer = setTimeout(resolve, withinMs, null)
    waiting.set(id, () => resolve((performance.now() - startedAtMs) / 1_000))
    // A publish that fails has the same result as a message that does not arrive.
    bus.publish(topic, id).catch(() => resolve(null))
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
  }
}
