import type { Bus } from '#platform/bus/port.ts'

/** Heard by those who keep pages in which any expert may stand. */
const expertsTopic = 'experts'

/** How every process of the product tells the others what a verb has published. */
export async function publishToBus(bus: Pick<Bus, 'publish'>, topic: string, message: object): Promise<void> {
  const publishes = [bus.publish(topic, JSON.stringify(message))]
  if (topic.startsWith('expert:')) publishes.push(bus.publish(expertsTopic, ''))
  await Promise.all(publishes)
}

/** Calls back whenever an expert changed, or may have. */
export function onExpertsChange(bus: Pick<Bus, 'subscribe' | 'onGap'>, listener: () => void): void {
  bus.subscribe(expertsTopic, listener)
  bus.onGap(listener)
}
