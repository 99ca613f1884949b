import type { Bus } from '#platform/bus/port.ts'

/** The topic for caches of pages that may show any expert. */
const expertsTopic = 'experts'

/** Publishes a message to all processes of the product. */
export async function publishToBus(bus: Pick<Bus, 'publish'>, topic: string, message: object): Promise<void> {
  const publishes = [bus.publish(topic, JSON.stringify(message))]
  if (topic.startsWith('expert:')) publishes.push(bus.publish(expertsTopic, ''))
  await Promise.all(publishes)
}

/** Calls back whenever an expert has changed or may have changed. */
export function onExpertsChange(bus: Pick<Bus, 'subscribe' | 'onGap'>, listener: () => void): void {
  bus.subscribe(expertsTopic, listener)
  bus.onGap(listener)
}
