import { expect, test } from 'vitest'
import { metricsMaxAgeMs } from '#kernel/limits.ts'
import { createBusProbe } from '#server/bus-probe.ts'
import { memoryBus } from '#tests/live.ts'
import { manualClock } from '#tests/sessions.ts'

test('the time of a message over the bus is measured, once for many callers', async () => {
  const bus = memoryBus()
  const clock = manualClock()
  let published = 0
  const read = createBusProbe({
    bus: {
      ...bus,
      publish(topic, payload) {
        published += 1
        return bus.publish(topic, payload)
      },
    },
    clock,
  })
  const [first] = await Promise.all([read(), read()])
  expect(first).toBeGreaterThanOrEqual(0)
  expect(first).toBeLessThan(1.5)
  expect(published).toBe(1)
  clock.advance(metricsMaxAgeMs)
  await read()
  expect(published).toBe(2)
})

test('a message that is lost has no time, and neither has one that cannot be published', async () => {
  const clock = manualClock()
  const silent = memoryBus()
  silent.disconnect()
  expect(await createBusProbe({ bus: silent, clock, withinMs: 5 })()).toBeNull()
  const failing = { ...memoryBus(), publish: () => Promise.reject(new Error('no connection')) }
  expect(await createBusProbe({ bus: failing, clock, withinMs: 60_000 })()).toBeNull()
})
