import type { Bus } from '#platform/bus/port.ts'

/** Heard by those who keep pages in which any expert may stand. */
const expertsTopic = 'experts'

/** How every process of the product tells the others what a verb has published. */
export async function tell(bus: Pick<Bus, 'publish'>, topic: string, message: object): Promise<void> {
  const news = [bus.publish(topic, JSON.stringify(message))]
  if (topic.startsWith('expert:')) news.push(bus.publish(expertsTopic, ''))
  await Promise.all(news)
}

/** Calls back whenever an expert changed, or may have. */
export function onExpertsChange(bus: Pick<Bus, 'subscribe' | 'onGap'>, listener: () => void): void {
  bus.subscribe(expertsTopic, listener)
  bus.onGap(listener)
}
