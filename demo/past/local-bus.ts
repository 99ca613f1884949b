import type { Bus } from '#platform/bus/port.ts'

/** Delivers messages synchronously within one process. */
export function createLocalBus(): Pick<Bus, 'subscribe'> & { publish(topic: string, message: object): void } {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(JSON.stringify(message))
    },
    subscribe(topic, listener) {
      const topicListeners = listeners.get(topic) ?? new Set()
      listeners.set(topic, topicListeners.add(listener))
      return () => void topicListeners.delete(listener)
    },
  }
}
