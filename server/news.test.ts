import { expect, test } from 'vitest'
import { onExpertsChange, tell } from '#server/news.ts'
import { memoryBus } from '#tests/live.ts'

test('whoever keeps pages hears of every expert, of gaps, and of nothing else', async () => {
  const bus = memoryBus()
  let changes = 0
  onExpertsChange(bus, () => (changes += 1))
  const heard: string[] = []
  bus.subscribe('expert:1', (payload) => heard.push(payload))
  await tell(bus, 'expert:1', { type: 'changed' })
  expect(heard).toEqual(['{"type":"changed"}'])
  expect(changes).toBe(1)
  await tell(bus, 'expert:2', {})
  bus.gap()
  expect(changes).toBe(3)
  await tell(bus, 'account:1', {})
  expect(changes).toBe(3)
})
