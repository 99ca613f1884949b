import type { Bus } from '#platform/bus/port.ts'

/** Within one process, at once. */
export function createOwnBus(): Pick<Bus, 'subscribe'> & { tell(topic: string, message: object): void } {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  return {
    tell(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(JSON.stringify(message))
    },
    subscribe(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}
