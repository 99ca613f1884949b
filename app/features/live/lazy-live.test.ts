import { expect, test, vi } from 'vitest'
import { lazyLive } from '#app/features/live/lazy-live.ts'
import type { LiveClient } from '#live/client.ts'

const expert = 'expert:0199c0de-0000-7000-8000-000000000009'

function fakeClient() {
  const leave = vi.fn<() => void>()
  return {
    leave,
    watch: vi.fn<LiveClient['watch']>(() => leave),
    reconnect: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  }
}

test('nothing is connected before something is watched, and then once', async () => {
  const client = fakeClient()
  const connect = vi.fn<() => Promise<LiveClient>>(async () => client)
  const live = lazyLive(connect)
  live.reconnect()
  expect(connect).not.toHaveBeenCalled()
  const leave = live.watch(expert, () => undefined)
  live.watch(expert, () => undefined)
  live.open()
  await expect.poll(() => client.watch.mock.calls.length).toBe(2)
  expect(connect).toHaveBeenCalledOnce()
  leave()
  expect(client.leave).toHaveBeenCalledOnce()
  live.close()
  await expect.poll(() => client.close.mock.calls.length).toBe(1)
})

test('who leaves before the connection is there never watches', async () => {
  const client = fakeClient()
  const live = lazyLive(async () => client)
  live.watch(expert, () => undefined)()
  live.watch(expert, () => undefined)
  await expect.poll(() => client.watch.mock.calls.length).toBe(1)
})

test('a connection that could not be loaded is tried again by the next one', async () => {
  const client = fakeClient()
  let loads = 0
  const live = lazyLive(async () => {
    loads += 1
    if (loads === 1) throw new Error('no network')
    return client
  })
  live.open()
  await expect
    .poll(() => {
      live.open()
      return loads
    })
    .toBe(2)
})
