import { expect, test } from 'vitest'
import { onExpertsChange, publishToBus } from '#server/publish-to-bus.ts'
import { memoryBus } from '#tests/live.ts'

test('page caches are notified of every expert change and gap, and of nothing else', async () => {
  const bus = memoryBus()
  let changes = 0
  onExpertsChange(bus, () => (changes += 1))
  const received: string[] = []
  bus.subscribe('expert:1', (payload) => received.push(payload))
  await publishToBus(bus, 'expert:1', { type: 'changed' })
  expect(received).toEqual(['{"type":"changed"}'])
  expect(changes).toBe(1)
  await publishToBus(bus, 'expert:2', {})
  bus.reportGap()
  expect(changes).toBe(3)
  await publishToBus(bus, 'account:1', {})
  expect(changes).toBe(3)
})
