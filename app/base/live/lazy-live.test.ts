import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLazyLive } from '#app/base/live/lazy-live.ts'
import { connectLive, type LiveClient } from '#live/client.ts'
import { readServerMessage } from '#live/read-message.ts'
import { memoryBus, startLive } from '#tests/live.ts'

const expert = 'expert:0199c0de-0000-7000-8000-000000000009'

function fakeClient() {
  const leave = vi.fn<() => void>()
  return {
    leave,
    watch: vi.fn<LiveClient['watch']>(() => leave),
    reconnect: vi.fn<() => void>(),
    check: vi.fn<() => void>(),
    send: vi.fn<LiveClient['send']>(() => true),
    listen: vi.fn<LiveClient['listen']>(() => () => undefined),
    close: vi.fn<() => void>(),
  }
}

test('connects once, when the first topic is watched', async () => {
  const client = fakeClient()
  const connect = vi.fn<() => Promise<LiveClient>>(async () => client)
  const live = createLazyLive(connect)
  live.reconnect()
  expect(connect).not.toHaveBeenCalled()
  const leave = live.watch(expert, () => undefined)
  live.watch(expert, () => undefined)
  live.keepOpen()
  await expect.poll(() => client.watch.mock.calls.length).toBe(2)
  expect(connect).toHaveBeenCalledOnce()
  leave()
  expect(client.leave).toHaveBeenCalledOnce()
  live.close()
  await expect.poll(() => client.close.mock.calls.length).toBe(1)
})

test('a watch that ends before the connection opens is never subscribed', async () => {
  const client = fakeClient()
  const live = createLazyLive(async () => client)
  live.watch(expert, () => undefined)()
  live.watch(expert, () => undefined)
  await expect.poll(() => client.watch.mock.calls.length).toBe(1)
})

test('a failed load is retried by the next caller', async () => {
  const client = fakeClient()
  let loads = 0
  const live = createLazyLive(async () => {
    loads += 1
    if (loads === 1) throw new Error('no network')
    return client
  })
  live.keepOpen()
  await expect
    .poll(() => {
      live.keepOpen()
      return loads
    })
    .toBe(2)
})

describe('an unused connection', () => {
  test('is closed, and opened again for the next watch', async () => {
    const client = fakeClient()
    const connect = vi.fn<() => Promise<LiveClient>>(async () => client)
    const live = createLazyLive(connect, 0)
    const leave = live.watch(expert, () => undefined)
    const release = live.keepOpen()
    await expect.poll(() => client.watch.mock.calls.length).toBe(1)
    leave()
    leave()
    release()
    await expect.poll(() => client.close.mock.calls.length).toBe(1)
    live.watch(expert, () => undefined)
    await expect.poll(() => client.watch.mock.calls.length).toBe(2)
    expect(connect).toHaveBeenCalledTimes(2)
  })

  test('stays open between two pages and while a user is signed in', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const client = fakeClient()
    const connect = vi.fn<() => Promise<LiveClient>>(async () => client)
    const live = createLazyLive(connect, 1_000)
    live.watch(expert, () => undefined)()
    await vi.advanceTimersByTimeAsync(900)
    const leave = live.watch(expert, () => undefined)
    await vi.advanceTimersByTimeAsync(2_000)
    const release = live.keepOpen()
    leave()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(client.close).not.toHaveBeenCalled()
    release()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(client.close).toHaveBeenCalledOnce()
    expect(connect).toHaveBeenCalledOnce()
  })
})

test('a visitor watches an expert over a real server, and no socket remains afterwards', async () => {
  const bus = memoryBus()
  let isOnline = false
  const server = await startLive({ bus, readTopic: async () => ({ isOnline, status: 'offline' }) })
  onTestFinished(() => server.stop())
  const page = { isAwake: () => true, listen: () => () => undefined }
  const live = createLazyLive(async () => connectLive({ read: readServerMessage, url: server.url, page }), 0)
  expect(server.gateway.openSockets()).toBe(0)
  const states: unknown[] = []
  const leave = live.watch(expert, (state) => states.push(state))
  await expect.poll(() => states).toEqual([{ isOnline: false, status: 'offline' }])
  isOnline = true
  await bus.publish(expert, '')
  await expect
    .poll(() => states)
    .toEqual([
      { isOnline: false, status: 'offline' },
      { isOnline: true, status: 'offline' },
    ])
  leave()
  await expect.poll(server.gateway.openSockets).toBe(0)
})
