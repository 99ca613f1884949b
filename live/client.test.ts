import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { GatewayOptions } from '#live/gateway.server.ts'
import { connectLive, type LiveClient, type LiveOptions } from '#live/client.ts'
import { readServerMessage } from '#live/read-message.ts'
import type { Page } from '#live/page.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { ServerMessage, TopicState } from '#live/protocol.ts'
import { freePort } from '#scripts/free-port.mjs'
import { type LiveServer, memoryBus, person, personId, startLive } from '#tests/live.ts'

const expert = `expert:${personId(9)}` as const
const asha = person(1)
const clients: LiveClient[] = []
const servers: LiveServer[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function serve(options: Partial<GatewayOptions> = {}, port?: number): Promise<LiveServer> {
  const server = await startLive(options, port)
  servers.push(server)
  return server
}

const awakePage: Page = { isAwake: () => true, listen: () => () => undefined }

function connect(url: string, options: Partial<LiveOptions> = {}) {
  const received: ServerMessage[] = []
  const client = connectLive({
    read: readServerMessage,
    url,
    page: awakePage,
    reconnectDelaysMs: [5],
    onMessage: (message) => received.push(message),
    ...options,
  })
  clients.push(client)
  return { client, received }
}

function watchExpert(client: LiveClient) {
  const states: TopicState<typeof expert>[] = []
  const unwatch = client.watch(expert, (data) => states.push(data))
  return { states, unwatch }
}

describe('a watched topic', () => {
  test('is delivered whole at first and after every change, until the page no longer watches it', async () => {
    const bus = memoryBus()
    let isOnline = false
    const readTopic = vi.fn<() => Promise<unknown>>(async () => ({ isOnline, status: 'offline' }))
    const { url } = await serve({ bus, readTopic })
    const { client } = connect(url)
    const first = watchExpert(client)
    await expect.poll(() => first.states).toEqual([{ isOnline: false, status: 'offline' }])
    const second = watchExpert(client)
    expect(second.states).toEqual([{ isOnline: false, status: 'offline' }])
    first.unwatch()
    isOnline = true
    await bus.publish(expert, '')
    await expect
      .poll(() => second.states)
      .toEqual([
        { isOnline: false, status: 'offline' },
        { isOnline: true, status: 'offline' },
      ])
    expect(first.states).toHaveLength(1)
    expect(readTopic).toHaveBeenCalledTimes(2)
    second.unwatch()
    await expect
      .poll(async () => {
        const before = readTopic.mock.calls.length
        await bus.publish(expert, '')
        return readTopic.mock.calls.length - before
      })
      .toBe(0)
  })

  test('survives a server restart, including changes in the meantime', async () => {
    const server = await serve({ readTopic: async () => ({ isOnline: false, status: 'offline' }) })
    const { client, received } = connect(server.url)
    const { states } = watchExpert(client)
    await expect.poll(() => states).toEqual([{ isOnline: false, status: 'offline' }])
    await server.stop()
    await serve({ build: 'b2', readTopic: async () => ({ isOnline: true, status: 'offline' }) }, server.port)
    await expect
      .poll(() => states)
      .toEqual([
        { isOnline: false, status: 'offline' },
        { isOnline: true, status: 'offline' },
      ])
    expect(received.filter(({ type }) => type === 'hello')).toMatchObject([{ build: 'b1' }, { build: 'b2' }])
  })

  test('is not affected by messages that this page does not understand', async () => {
    const { url, peers } = await startBareServer()
    const { client, received } = connect(url)
    const { states } = watchExpert(client)
    await expect.poll(() => peers.size).toBe(1)
    const sendFromServer = (message: unknown) => {
      for (const peer of peers) peer.send(typeof message === 'string' ? message : JSON.stringify(message))
    }
    sendFromServer({ type: 'hello', build: 'b1', you: null })
    for (const invalid of ['nonsense', { type: 'new-thing' }, { type: 'state', topic: 'new:1', data: {} }])
      sendFromServer(invalid)
    sendFromServer({ type: 'state', topic: expert, data: { isOnline: 'yes' } })
    sendFromServer({ type: 'state', topic: expert, data: { isOnline: true, status: 'offline', newField: 1 } })
    await expect.poll(() => states).toEqual([{ isOnline: true, status: 'offline' }])
    expect(received.map(({ type }) => type)).toEqual(['hello', 'state'])
  })
})

describe('a connection', () => {
  test('is retried with growing delays up to the last one, and from the first delay after a success', async () => {
    const port = await freePort()
    const delays = [11, 12, 15, 20]
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const listDelays = () => timers.mock.calls.map(([, ms]) => ms).filter((ms) => delays.includes(ms ?? 0))
    const { received } = connect(`ws://127.0.0.1:${port}/live`, { reconnectDelaysMs: delays })
    await expect.poll(() => listDelays().length).toBeGreaterThan(5)
    expect(listDelays().slice(0, 6)).toEqual([11, 12, 15, 20, 20, 20])
    const server = await serve({}, port)
    await expect.poll(() => received).toHaveLength(1)
    timers.mockClear()
    // A stopping server sends a close code, and the client reconnects immediately; the second attempt waits as usual.
    await server.stop()
    await expect.poll(() => listDelays().slice(0, 2)).toEqual([12, 15])
  })

  test('is reported as lost after several failed attempts, until the server answers', async () => {
    const port = await freePort()
    const lostStates: boolean[] = []
    connect(`ws://127.0.0.1:${port}/live`, { onLost: (isLost) => lostStates.push(isLost) })
    await expect.poll(() => lostStates).toEqual([true])
    await serve({}, port)
    await expect.poll(() => lostStates).toEqual([true, false])
  })

  test('is replaced when it goes silent', async () => {
    const { url, peers, countConnections } = await startBareServer()
    connect(url, { pingEveryMs: 20, answerWithinMs: 20 })
    await expect.poll(() => peers.size).toBe(1)
    for (const peer of peers) peer.send(JSON.stringify({ type: 'hello', build: 'b1', you: null }))
    await expect.poll(countConnections).toBeGreaterThan(1)
  })

  test('is replaced soon after a failed check', async () => {
    const { url, peers, countConnections } = await startBareServer()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const silent = connect(url)
    await expect.poll(() => peers.size).toBe(1)
    for (const peer of peers) peer.send(JSON.stringify({ type: 'hello', build: 'b1', you: null }))
    await expect.poll(() => silent.received).toHaveLength(1)
    silent.client.check()
    expect(timers.mock.lastCall?.[1]).toBe(2_000)
    // Another check does not extend the time for the answer.
    timers.mockClear()
    silent.client.check()
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(2_000)
    await expect.poll(countConnections).toBeGreaterThan(1)

    const alive = connect((await serve()).url)
    await expect.poll(() => alive.received).toHaveLength(1)
    alive.client.check()
    await expect.poll(() => alive.received.map(({ type }) => type)).toEqual(['hello', 'pong'])
  })

  test('is kept when it answers the check', async () => {
    const server = await serve()
    const { received } = connect(server.url, { pingEveryMs: 10 })
    await expect.poll(() => received.filter(({ type }) => type === 'pong').length).toBeGreaterThan(3)
    expect(received.filter(({ type }) => type === 'hello')).toHaveLength(1)
  })

  test('is replaced immediately on another node when its node stops', async () => {
    const { url, peers, countConnections } = await startBareServer()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    connect(url, { reconnectDelaysMs: [777_777] })
    await expect.poll(() => peers.size).toBe(1)
    for (const peer of peers) {
      peer.send(JSON.stringify({ type: 'hello', build: 'b1', you: null }))
      peer.close(closeCodes.stopping)
    }
    await expect.poll(countConnections).toBe(2)
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(777_777)
  })

  test('is retried only after the longest delay when it sent too many messages', async () => {
    const { url, peers } = await startBareServer()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    connect(url, { reconnectDelaysMs: [11, 777_777] })
    await expect.poll(() => peers.size).toBe(1)
    for (const peer of peers) peer.close(closeCodes.tooFast)
    await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(777_777)
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(11)
  })
})

describe('a page', () => {
  test('has no socket while it sleeps, and opens one immediately when it wakes', async () => {
    const server = await serve({ readTopic: async () => ({ isOnline: true, status: 'offline' }) })
    const page = createFakePage()
    const lostStates: boolean[] = []
    const onLost = (isLost: boolean) => lostStates.push(isLost)
    const { client } = connect(server.url, { page, reconnectDelaysMs: [60_000], onLost })
    const { states } = watchExpert(client)
    await expect.poll(() => states).toHaveLength(1)
    page.sleep()
    await expect.poll(server.gateway.openSockets).toBe(0)
    expect(lostStates).toEqual([false, true])
    page.wake()
    await expect.poll(() => states).toHaveLength(2)
    expect(lostStates).toEqual([false, true, false])
  })

  test('checks its connection when it becomes visible again', async () => {
    const server = await serve()
    const page = createFakePage()
    const { received } = connect(server.url, { page })
    await expect.poll(() => received).toHaveLength(1)
    page.wake()
    await expect.poll(() => received.at(-1)?.type).toBe('pong')
  })

  test('that was opened asleep connects when it wakes', async () => {
    const server = await serve()
    const page = { ...createFakePage(), isAwake: () => false }
    const { received } = connect(server.url, { page })
    expect(server.gateway.openSockets()).toBe(0)
    page.wake()
    await expect.poll(() => received).toHaveLength(1)
  })

  test('is notified that its sign-in ended, and continues as a visitor', async () => {
    const bus = memoryBus()
    let user: typeof asha | null = asha
    const { url } = await serve({ bus, authenticate: async () => user })
    const { received } = connect(url)
    await expect.poll(() => received).toMatchObject([{ you: { id: asha.id } }])
    user = null
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'all_ended' }))
    await expect
      .poll(() => received.slice(1))
      .toMatchObject([
        { type: 'signed_out', reason: 'all_ended' },
        { type: 'hello', you: null },
      ])
  })

  test('is authenticated again after a reconnect', async () => {
    let user: typeof asha | null = null
    const server = await serve({ authenticate: async () => user })
    const { client, received } = connect(server.url)
    await expect.poll(() => received).toMatchObject([{ you: null }])
    user = asha
    client.reconnect()
    await expect.poll(() => received).toMatchObject([{ you: null }, { you: { id: asha.id } }])
    await expect.poll(server.gateway.openSockets).toBe(1)
  })

  test('has no open socket after it closes its client', async () => {
    const server = await serve()
    const { client, received } = connect(server.url)
    await expect.poll(() => received).toHaveLength(1)
    client.close()
    await expect.poll(server.gateway.openSockets).toBe(0)
  })
})

/** A server that sends nothing on its own. */
async function startBareServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let count = 0
  server.on('connection', () => (count += 1))
  await once(server, 'listening')
  clients.push({
    watch: () => () => undefined,
    reconnect: () => undefined,
    check: () => undefined,
    send: () => false,
    listen: () => () => undefined,
    close: () => server.close(),
  })
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, peers: server.clients, countConnections: () => count }
}

function createFakePage() {
  const listeners: Parameters<Page['listen']>[0][] = []
  return {
    isAwake: () => true,
    listen(handlers: Parameters<Page['listen']>[0]) {
      listeners.push(handlers)
      return () => undefined
    },
    sleep: () => listeners.forEach((handlers) => handlers.onSleep()),
    wake: () => listeners.forEach((handlers) => handlers.onWake()),
  }
}
