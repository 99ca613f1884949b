import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bus } from '#platform/bus/port.ts'
import { connectRedisBus, disconnectedWithinMs } from '#platform/bus/redis.ts'
import { type Redis, startRedis } from '#tests/redis.ts'

let redis: Redis
let problems: unknown[]
const openBuses: Bus[] = []

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.kill())
beforeEach(() => {
  problems = []
})
afterEach(() => Promise.all(openBuses.splice(0).map((bus) => bus.close())))

async function connect(): Promise<Bus> {
  const log = { warn: ({ err }: { err: unknown }) => void problems.push(err) }
  const bus = await connectRedisBus({ url: redis.url, log, reconnectDelaysMs: [5] })
  openBuses.push(bus)
  return bus
}

function recordPayloads(bus: Bus, topic: string): string[] {
  const received: string[] = []
  bus.subscribe(topic, (payload) => received.push(payload))
  return received
}

test('two nodes receive from each other and themselves, only on subscribed topics, in order', async () => {
  const [here, there] = [await connect(), await connect()]
  const received = [
    recordPayloads(here, 'expert:1'),
    recordPayloads(there, 'expert:1'),
    recordPayloads(there, 'expert:2'),
  ]
  await Promise.all([here.subscribed(), there.subscribed()])
  const sentPayloads = ['one', 'दो', ...Array.from({ length: 1_000 }, (_, index) => `${index}`)]
  await Promise.all(sentPayloads.map((payload) => here.publish('expert:1', payload)))
  await expect.poll(() => received).toEqual([sentPayloads, sentPayloads, []])
})

test('replies to a message are received, however soon they come', async () => {
  const [here, there] = [await connect(), await connect()]
  there.subscribe('question', () => void there.publish('answer', 'yes'))
  await there.subscribed()
  const received = recordPayloads(here, 'answer')
  await here.publish('question', '?')
  await expect.poll(() => received).toEqual(['yes'])
})

test('an unsubscribed listener receives nothing, and a listener that throws does not stop the others', async () => {
  const bus = await connect()
  const receivedAfterUnsubscribing: string[] = []
  const unsubscribe = bus.subscribe('t', (payload) => receivedAfterUnsubscribing.push(payload))
  bus.subscribe('t', () => {
    throw new Error('broken listener')
  })
  const received = recordPayloads(bus, 't')
  unsubscribe()
  await bus.publish('t', 'x')
  await expect.poll(() => received).toEqual(['x'])
  expect(receivedAfterUnsubscribing).toEqual([])
  expect(problems).toEqual([new Error('broken listener')])
})

test('after a Redis restart old and new subscriptions work, and subscribers are notified of the gap', async () => {
  const bus = await connect()
  const before = recordPayloads(bus, 'before')
  let gaps = 0
  bus.onGap(() => (gaps += 1))
  await bus.subscribed()
  await redis.kill()
  await expect.poll(() => bus.isDisconnected()).toBe(true)
  await expect(bus.publish('before', 'lost')).rejects.toThrow(/offline|closed/)
  const meanwhile = recordPayloads(bus, 'meanwhile')
  // While disconnected, this must not wait.
  await bus.subscribed()
  await redis.restart()
  await expect.poll(() => gaps).toBe(1)
  await expect.poll(() => bus.isDisconnected()).toBe(false)
  for (const topic of ['before', 'meanwhile']) await bus.publish(topic, 'again')
  await expect.poll(() => [before, meanwhile]).toEqual([['again'], ['again']])
})

test('a silent network disconnects the bus within two seconds, and it recovers with the network', async () => {
  const bus = await connect()
  const received = recordPayloads(bus, 't')
  await bus.subscribed()
  redis.pause()
  expect(disconnectedWithinMs).toBeLessThanOrEqual(2_000)
  await expect.poll(() => bus.isDisconnected()).toBe(true)
  redis.resume()
  await expect.poll(() => bus.isDisconnected()).toBe(false)
  await bus.publish('t', 'again')
  await expect.poll(() => received).toContain('again')
})

test('the error for an unreachable Redis names the server without its password', async () => {
  const url = 'redis://:hunter2@127.0.0.1:1'
  await expect(connectRedisBus({ url, log: { warn: () => undefined } })).rejects.toThrow(
    /^Redis at 127\.0\.0\.1:1 does not answer \((?!.*hunter2)/,
  )
})
