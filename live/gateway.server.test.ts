import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Person, policies } from '#domain/policy.ts'
import {
  accountSocketsMax,
  sharedVisitorSocketsMax,
  socketBacklogMaxBytes,
  socketGraceMs,
  socketHeartbeatMs,
  socketMessageMaxBytes,
  socketTopicsMax,
  visitorSocketsMax,
} from '#kernel/socket-limits.ts'
import { type RefusalCode, refusals } from '#kernel/refusals.ts'
import type { GatewayOptions } from '#live/gateway.server.ts'
import { messagePolicies, topicPolicies } from '#live/policy.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import { clientMessage, topic } from '#live/protocol.ts'
import { type LiveServer, memoryBus, LiveTestClient, person, personId, startLive } from '#tests/live.ts'

const asha = person(1)
const ravi = person(2, { role: 'expert' })
const ashasAccount = `account:${asha.id}`
const expert = `expert:${personId(9)}`
const servers: LiveServer[] = []
const peers: LiveTestClient[] = []

afterEach(async () => {
  for (const { socket } of peers.splice(0)) socket.terminate()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  vi.useRealTimers()
})

/** From here on timers run only when the test advances them; sockets stay real. */
function useTestTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
}

/** A gateway that authenticates sockets by a test header. */
async function start(options: Partial<GatewayOptions> = {}): Promise<LiveServer> {
  const server = await startLive({
    authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'] ?? 'null')) as Person | null,
    ...options,
  })
  servers.push(server)
  return server
}

async function join({ url }: LiveServer, user: Person | null = null, options = {}): Promise<LiveTestClient> {
  const peer = new LiveTestClient(url, { headers: { 'x-person': JSON.stringify(user) }, ...options })
  peers.push(peer)
  await expect.poll(() => peer.received[0]?.type).toBe('hello')
  return peer
}

const refusal = (what: string, code: RefusalCode) => ({ type: 'refused', what, text: refusals[code].text })

describe('a socket', () => {
  test('receives hello with the build and its person, and a pong for its ping', async () => {
    const server = await start()
    const visitor = await join(server)
    expect(visitor.last).toEqual({ type: 'hello', build: 'b1', you: null })
    expect((await join(server, ravi)).last).toMatchObject({ you: { id: ravi.id, role: 'expert' } })
    visitor.send({ type: 'ping' })
    await expect.poll(() => visitor.last).toEqual({ type: 'pong' })
  })

  test.each([
    ['from another origin', {}, { origin: 'https://evil.example' }, 403],
    ['while authentication fails', { authenticate: () => Promise.reject(new Error('down')) }, {}, 503],
  ])('is refused %s', async (_what, options, headers, status) => {
    const errors: object[] = []
    const { url } = await start({ ...options, log: { error: (details: object) => errors.push(details) } })
    const socket = new WebSocket(url, { origin: 'http://own', ...headers })
    expect(
      await new Promise((resolve) =>
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
      ),
    ).toBe(status)
    expect(errors).toHaveLength(status === 503 ? 1 : 0)
  })

  test.each(['nonsense', '{}', '{"type":"become-admin"}', '[]', 'null', '{"type":"watch"}', Buffer.from('{}')])(
    'is closed by the invalid message %s',
    async (text) => {
      const peer = await join(await start())
      peer.socket.send(text)
      await expect.poll(() => peer.closedWith).toBe(closeCodes.badMessage)
    },
  )

  test('is closed by a message above the size limit', async () => {
    const peer = await join(await start())
    peer.socket.send('x'.repeat(socketMessageMaxBytes + 1))
    await expect.poll(() => peer.closedWith).toBe(1009)
  })

  test('is dropped when it does not answer the heartbeat, and kept when it does', async () => {
    const server = await start({ heartbeatMs: 100 })
    const silent = await join(server, null, { autoPong: false })
    const answering = await join(server)
    await expect.poll(() => silent.closedWith).toBe(1006)
    expect(answering.socket.readyState).toBe(WebSocket.OPEN)
    await expect.poll(server.gateway.openSockets).toBe(1)
  })

  test('is dropped half a heartbeat after an unanswered ping, so that it is gone within a minute', async () => {
    useTestTimers()
    const server = await start()
    const answering = await join(server)
    const silent = await join(server, null, { autoPong: false })
    let pingCount = 0
    answering.socket.on('ping', () => (pingCount += 1))
    vi.advanceTimersByTime(socketHeartbeatMs)
    await expect.poll(() => pingCount).toBe(1)
    vi.advanceTimersByTime(socketHeartbeatMs / 2)
    await expect.poll(() => silent.closedWith).toBe(1006)
    expect(pingCount).toBe(1)
    expect(socketHeartbeatMs * 1.5 + socketGraceMs).toBeLessThan(60_000)
  })

  test('of a person notifies presence when it opens and closes', async () => {
    const seen: string[] = []
    const record = (what: string) => (user: Person) => void seen.push(`${user.id} ${what}`)
    const server = await start({ presence: { socketOpened: record('opened'), socketClosed: record('closed') } })
    await join(server)
    const { socket } = await join(server, ravi)
    expect(seen).toEqual([`${ravi.id} opened`])
    socket.close()
    await expect.poll(server.gateway.openSockets).toBe(1)
    expect(seen).toEqual([`${ravi.id} opened`, `${ravi.id} closed`])
  })

  test('of a newcomer serves one session, and does not make them present', async () => {
    const [ownSession, otherSession] = [personId(70), personId(71)]
    const [seen, received]: [string[], string[]] = [[], []]
    const server = await start({
      presence: { socketOpened: () => void seen.push('opened'), socketClosed: () => void seen.push('closed') },
      calls: {
        receive: (_connection, message) => void received.push(message.session),
        socketClosed: () => undefined,
        signedOut: () => undefined,
        logRefused: () => undefined,
      },
      isParticipant: async () => true,
      readTopic: async () => ({ last: 0 }),
    })
    const peer = await join(server, { ...ravi, onlySession: ownSession as never })
    peer.send({ type: 'join', session: ownSession })
    await expect.poll(() => received).toEqual([ownSession])
    peer.send({ type: 'join', session: otherSession })
    await expect.poll(() => peer.last).toMatchObject(refusal('join', 'terms_needed'))
    peer.send({ type: 'watch', topic: `chat:${otherSession}` })
    await expect.poll(() => peer.last).toMatchObject(refusal('watch', 'not_allowed'))
    peer.send({ type: 'watch', topic: `chat:${ownSession}` })
    await expect.poll(() => peer.last?.type).toBe('state')
    peer.socket.close()
    await expect.poll(server.gateway.openSockets).toBe(0)
    expect([received, seen]).toEqual([[ownSession], []])
  })

  test('is closed with the restart code when the server stops', async () => {
    const server = await start()
    const peer = await join(server)
    server.gateway.close()
    await expect.poll(() => peer.closedWith).toBe(closeCodes.stopping)
  })
})

describe('the number of open sockets', () => {
  async function openAs({ url }: LiveServer, address: string, user: Person | null = null): Promise<number | 'open'> {
    const headers = { 'x-person': JSON.stringify(user), 'x-address': address }
    const peer = new LiveTestClient(url, { headers })
    peers.push(peer)
    return new Promise((resolve) => {
      peer.socket.on('open', () => resolve('open'))
      peer.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    })
  }
  const openMany = (server: LiveServer, count: number, toAddress: (index: number) => string, user?: Person) =>
    Promise.all(Array.from({ length: count }, (_, index) => openAs(server, toAddress(index), user)))
  const countOpen = (results: (number | 'open')[]) => results.filter((result) => result === 'open').length

  test.each([
    ['an IPv4 address', () => '198.51.100.1', sharedVisitorSocketsMax, '198.51.100.2'],
    ['a /64', (index: number) => `2001:db8:1:1::${index}`, visitorSocketsMax, '2001:db8:1:2::1'],
    [
      'a /48',
      (index: number) => `2001:db8:1:${(index % 50).toString(16)}::1`,
      sharedVisitorSocketsMax,
      '2001:db8:2:1::1',
    ],
  ])('of visitors from %s is limited', async (_what, toAddress, max, elsewhere) => {
    const server = await start()
    const results = await openMany(server, max + 20, toAddress)
    expect(countOpen(results)).toBe(max)
    expect(results.filter((result) => result === 429)).toHaveLength(20)
    expect(await openAs(server, elsewhere)).toBe('open')
    expect(await openAs(server, toAddress(0), asha)).toBe('open')
  })

  test.each([
    ['a student', asha],
    ['an expert', ravi],
    ['the team', person(4, { role: 'team' })],
  ])('of %s is limited across all addresses, and others are not affected', async (_title, user) => {
    const server = await start()
    const results = await openMany(server, accountSocketsMax + 5, (index) => `198.51.100.${index}`, user)
    expect(countOpen(results)).toBe(accountSocketsMax)
    expect(results.filter((result) => result === 429)).toHaveLength(5)
    expect(await openAs(server, '198.51.100.1', person(7))).toBe('open')
    expect(await openAs(server, '198.51.100.1')).toBe('open')
  })

  test('falls when a socket closes', async () => {
    const server = await start()
    await openMany(server, accountSocketsMax, () => '198.51.100.1', asha)
    expect(await openAs(server, '198.51.100.1', asha)).toBe(429)
    peers[0]?.socket.close()
    await expect.poll(server.gateway.openSockets).toBe(accountSocketsMax - 1)
    expect(await openAs(server, '198.51.100.1', asha)).toBe('open')
  })
})

describe('the policies', () => {
  test('cover every message and every kind of topic', () => {
    const types = clientMessage.def.options.map(({ shape }) => shape.type.def.values[0])
    expect(Object.keys(messagePolicies).toSorted()).toEqual(types.toSorted())
    for (const { policy } of Object.values(messagePolicies)) expect(policies).toHaveProperty(policy)
    const kinds = topic.def.options.map(({ def }) => String(def.parts[0]).replace(':', ''))
    expect(Object.keys(topicPolicies).toSorted()).toEqual(kinds.toSorted())
  })

  test.each([
    ['a visitor', null],
    ['another student', person(3)],
    ['an expert', ravi],
    ['the team', person(4, { role: 'team' })],
  ] as const)('do not let %s watch an account, a wallet, notifications or the team’s queues', async (_title, user) => {
    const peer = await join(await start({ readTopic: () => Promise.reject(new Error('was read')) }), user)
    const closed = user?.role === 'team' ? [] : ['waiting:team' as const]
    for (const topic of [ashasAccount, `wallet:${asha.id}` as const, `notices:${asha.id}` as const, ...closed]) {
      peer.send({ type: 'watch', topic })
      await expect.poll(() => peer.last).toMatchObject({ ...refusal('watch', 'not_allowed'), topic })
    }
  })

  test('let only its expert watch a prepared board', async () => {
    const board = `board:${personId(80)}` as const
    const server = await start({
      isOwnBoard: async ({ id }, boardId) => id === ravi.id && boardId === personId(80),
      readTopic: async () => ({ last: 3 }),
    })
    for (const user of [null, asha, person(3, { role: 'expert' }), person(4, { role: 'team' })]) {
      const peer = await join(server, user)
      peer.send({ type: 'watch', topic: board })
      await expect.poll(() => peer.last).toMatchObject({ ...refusal('watch', 'not_allowed'), topic: board })
    }
    const expert = await join(server, ravi)
    expert.send({ type: 'watch', topic: board })
    await expect.poll(() => expert.last).toEqual({ type: 'state', topic: board, data: { last: 3 } })
  })

  test.each([
    ['a visitor', null],
    ['a student', asha],
    ['another expert', ravi],
  ] as const)('let %s watch an expert and its changes', async (_title, user) => {
    const bus = memoryBus()
    let isOnline = false
    const peer = await join(await start({ bus, readTopic: async () => ({ isOnline, status: 'offline' }) }), user)
    peer.send({ type: 'watch', topic: expert })
    await expect
      .poll(() => peer.last)
      .toEqual({ type: 'state', topic: expert, data: { isOnline: false, status: 'offline' } })
    isOnline = true
    await bus.publish(expert, '')
    await expect
      .poll(() => peer.last)
      .toEqual({ type: 'state', topic: expert, data: { isOnline: true, status: 'offline' } })
  })

  test('let people watch their own account, and expose only the intended fields', async () => {
    const data = { name: 'Asha', role: 'student', avatarUrl: null, signedIn: true }
    const server = await start({ readTopic: async () => ({ ...data, passwordHash: 'secret' }) })
    const peer = await join(server, asha)
    peer.send({ type: 'watch', topic: ashasAccount })
    await expect.poll(() => peer.last).toEqual({ type: 'state', topic: ashasAccount, data })
  })

  test('refuse an unknown topic and keep the socket open', async () => {
    const peer = await join(await start())
    for (const unknown of ['secrets:1', 'expert:1', `expert:${personId(1)} `, `team:${personId(1)}`]) {
      peer.send({ type: 'watch', topic: unknown })
      await expect.poll(() => peer.last).toMatchObject({ type: 'refused', topic: unknown })
    }
    peer.send({ type: 'watch', topic: expert })
    await expect.poll(() => peer.last).toMatchObject(refusal('watch', 'nothing_there'))
  })

  test('refuse a topic above the limit until another is unwatched', async () => {
    const server = await start({ readTopic: async () => ({ isOnline: true, status: 'offline' }) })
    const peer = await join(server)
    const toTopic = (number: number) => `expert:${personId(number)}`
    for (let number = 0; number < socketTopicsMax; number += 1) {
      peer.send({ type: 'watch', topic: toTopic(number) })
    }
    peer.send({ type: 'watch', topic: toTopic(socketTopicsMax) })
    const refused = () => peer.received.filter(({ type }) => type === 'refused')
    await expect.poll(refused).toMatchObject([{ text: refusals.too_many_topics.text }])
    peer.send({ type: 'unwatch', topic: toTopic(0) })
    peer.send({ type: 'watch', topic: toTopic(socketTopicsMax) })
    await expect.poll(() => peer.last).toMatchObject({ topic: toTopic(socketTopicsMax), type: 'state' })
    expect(refused()).toHaveLength(1)
  })
})

test('sending too fast closes the socket, a pause refills the limit, and each message type has its own limit', async () => {
  let nowMs = 0
  const peer = await join(await start({ nowMs: () => nowMs }))
  const { burst, perSecond } = messagePolicies.ping.rate
  const pongs = () => peer.received.filter(({ type }) => type === 'pong').length
  for (let count = 0; count < burst; count += 1) peer.send({ type: 'ping' })
  await expect.poll(pongs).toBe(burst)
  nowMs += 1000 / perSecond
  peer.send({ type: 'ping' })
  peer.send({ type: 'unwatch', topic: expert })
  await expect.poll(pongs).toBe(burst + 1)
  peer.send({ type: 'ping' })
  await expect.poll(() => peer.last).toMatchObject(refusal('ping', 'too_fast'))
  await expect.poll(() => peer.closedWith).toBe(closeCodes.tooFast)
})

describe('a watched topic', () => {
  test('is sent whole on watching and after every change, to all its watchers and no other socket', async () => {
    const bus = memoryBus()
    let isOnline = false
    const here = await start({ bus, readTopic: async () => ({ isOnline, status: 'offline' }) })
    const there = await start({ bus, readTopic: async () => ({ isOnline, status: 'offline' }) })
    const [first, second, unwatched, idle] = [await join(here), await join(there), await join(here), await join(here)]
    for (const peer of [first, second, unwatched]) {
      peer.send({ type: 'watch', topic: expert })
      await expect
        .poll(() => peer.last)
        .toEqual({ type: 'state', topic: expert, data: { isOnline: false, status: 'offline' } })
    }
    unwatched.send({ type: 'unwatch', topic: expert })
    unwatched.send({ type: 'ping' })
    await expect.poll(() => unwatched.last?.type).toBe('pong')
    isOnline = true
    await bus.publish(expert, '')
    for (const peer of [first, second]) {
      await expect.poll(() => peer.last).toMatchObject({ data: { isOnline: true, status: 'offline' } })
    }
    expect(unwatched.last?.type).toBe('pong')
    expect(idle.received).toHaveLength(1)
  })

  test('that changes during a read is read again, and the newest state arrives last', async () => {
    const bus = memoryBus()
    const answers: ((data: unknown) => void)[] = []
    const server = await start({ bus, readTopic: () => new Promise((resolve) => answers.push(resolve)) })
    const peer = await join(server)
    peer.send({ type: 'watch', topic: expert })
    await expect.poll(() => answers.length).toBe(1)
    for (let count = 0; count < 20; count += 1) await bus.publish(expert, '')
    expect(answers).toHaveLength(1)
    answers[0]?.({ isOnline: false, status: 'offline' })
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.({ isOnline: true, status: 'offline' })
    await expect
      .poll(() => peer.received.slice(1))
      .toMatchObject([
        { data: { isOnline: false, status: 'offline' } },
        { data: { isOnline: true, status: 'offline' } },
      ])
    expect(answers).toHaveLength(2)
  })

  test('is read only twice for twenty simultaneous new watchers', async () => {
    const answers: ((data: unknown) => void)[] = []
    const server = await start({ readTopic: () => new Promise((resolve) => answers.push(resolve)) })
    const watchers = await Promise.all(Array.from({ length: 20 }, () => join(server)))
    for (const peer of watchers) {
      peer.send({ type: 'watch', topic: expert })
      peer.send({ type: 'ping' })
    }
    for (const peer of watchers) await expect.poll(() => peer.last?.type).toBe('pong')
    answers[0]?.({ isOnline: true, status: 'offline' })
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.({ isOnline: true, status: 'offline' })
    for (const peer of watchers) await expect.poll(() => peer.last?.type).toBe('state')
    expect(answers).toHaveLength(2)
  })

  test('that could not be read is logged and retried', async () => {
    const errors: object[] = []
    let broken = true
    const server = await start({
      heartbeatMs: 50,
      readTopic: async () => {
        if (broken) throw new Error('no connection')
        return { isOnline: true, status: 'offline' }
      },
      log: { error: (details: object) => errors.push(details) },
    })
    const peer = await join(server)
    peer.send({ type: 'watch', topic: expert })
    await expect.poll(() => errors.length).toBeGreaterThan(1)
    broken = false
    await expect.poll(() => peer.last).toMatchObject({ type: 'state', data: { isOnline: true, status: 'offline' } })
  })

  test('is read again after a gap on the bus', async () => {
    const bus = memoryBus()
    let isOnline = false
    const peer = await join(await start({ bus, readTopic: async () => ({ isOnline, status: 'offline' }) }))
    peer.send({ type: 'watch', topic: expert })
    await expect.poll(() => peer.last?.type).toBe('state')
    isOnline = true
    bus.reportGap()
    await expect.poll(() => peer.last).toMatchObject({ data: { isOnline: true, status: 'offline' } })
  })

  test.each([0, 20, 44, 45, 46, 300, 65_450, 65_500, 70_000])(
    'arrives complete with a name of %i letters',
    async (length) => {
      const name = 'आ'.repeat(length % 7) + 'x'.repeat(length)
      const data = { name, role: 'student', avatarUrl: null, signedIn: true }
      const peer = await join(await start({ readTopic: async () => data }), asha)
      peer.send({ type: 'watch', topic: ashasAccount })
      peer.send({ type: 'ping' })
      await expect.poll(() => peer.received).toContainEqual({ type: 'state', topic: ashasAccount, data })
    },
  )

  test('is not queued without limit: the socket of a browser that does not read is closed', async () => {
    const bus = memoryBus()
    const data = {
      name: 'x'.repeat(socketBacklogMaxBytes / 2),
      role: 'student',
      avatarUrl: null,
      signedIn: true,
    }
    const server = await start({ bus, readTopic: async () => data })
    const peer = await join(server, asha)
    peer.send({ type: 'watch', topic: ashasAccount })
    await expect.poll(() => peer.last?.type).toBe('state')
    peer.socket.pause()
    await expect
      .poll(async () => {
        await bus.publish(ashasAccount, '')
        return server.gateway.openSockets()
      })
      .toBe(0)
  })
})

describe('a sign-in that ends', () => {
  const ashaOnPhone = person(1, { signInId: 's1-phone' })

  test('closes its sockets on every node, and no others', async () => {
    const bus = memoryBus()
    const [here, there] = [await start({ bus }), await start({ bus })]
    const [ended, endedThere] = [await join(here, asha), await join(there, asha)]
    const [phone, stranger] = [await join(here, ashaOnPhone), await join(there, ravi)]
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'sign_in_ended', signInId: asha.signInId }))
    for (const peer of [ended, endedThere]) {
      await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
      expect(peer.last).toEqual({ type: 'signed_out', reason: 'sign_in_ended' })
    }
    phone.send({ type: 'ping' })
    await expect.poll(() => phone.received).toHaveLength(2)
    expect(phone.last).toEqual({ type: 'pong' })
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'all_ended' }))
    await expect.poll(() => phone.closedWith).toBe(closeCodes.signedOut)
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('by a suspension closes all sockets with that reason', async () => {
    const bus = memoryBus()
    const server = await start({ bus })
    const peers = [await join(server, asha), await join(server, ashaOnPhone)]
    const stranger = await join(server, ravi)
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'suspended' }))
    for (const peer of peers) {
      await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
      expect(peer.last).toEqual({ type: 'signed_out', reason: 'suspended' })
    }
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('at the request of another leaves the requesting sign-in open', async () => {
    const bus = memoryBus()
    const server = await start({ bus })
    const [requesting, phone] = [await join(server, asha), await join(server, ashaOnPhone)]
    const message = { type: 'all_ended', exceptSignInId: asha.signInId }
    await bus.publish(`person:${asha.id}`, JSON.stringify(message))
    await expect.poll(() => phone.closedWith).toBe(closeCodes.signedOut)
    expect(requesting.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('receives nothing more and is disconnected within five seconds, whatever the browser does', async () => {
    const bus = memoryBus()
    const server = await start({ bus, readTopic: async () => ({ isOnline: true, status: 'offline' }) })
    const peer = await join(server, asha)
    peer.send({ type: 'watch', topic: expert })
    await expect.poll(() => peer.last?.type).toBe('state')
    peer.socket.pause()
    useTestTimers()
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'all_ended' }))
    await bus.publish(expert, '')
    expect(server.gateway.openSockets()).toBe(1)
    vi.advanceTimersByTime(5_000)
    await expect.poll(server.gateway.openSockets).toBe(0)
    peer.socket.resume()
    await expect.poll(() => peer.last?.type).toBe('signed_out')
  })

  test.each([
    ['just before the socket opened', { checkNewAfterMs: 20 }],
    ['without an announcement', { heartbeatMs: 50, checkNewAfterMs: 60_000 }],
  ])('%s is noticed', async (_when, timing) => {
    const server = await start({ ...timing, listValidSignIns: async () => new Set([ravi.signInId]) })
    const [peer, valid] = [await join(server, asha), await join(server, ravi)]
    await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
    expect(peer.last).toEqual({ type: 'signed_out', reason: 'expired' })
    expect(valid.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('is found by polling while the bus is disconnected, and only then', async () => {
    const bus = memoryBus()
    let checkCount = 0
    const valid = new Set([asha.signInId, ravi.signInId])
    const listValidSignIns = async () => {
      checkCount += 1
      return new Set(valid)
    }
    const server = await start({ bus, listValidSignIns, checkDisconnectedEveryMs: 10, checkNewAfterMs: 60_000 })
    const [peer, stranger] = [await join(server, asha), await join(server, ravi)]
    bus.disconnect()
    await expect.poll(() => checkCount).toBeGreaterThan(2)
    valid.delete(asha.signInId)
    await bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'all_ended' }))
    await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN)
    bus.reportGap()
    const before = checkCount
    const reconnected = await join(server, ravi)
    for (let ticks = 0; ticks < 5; ticks += 1) {
      reconnected.send({ type: 'ping' })
      await expect.poll(() => reconnected.received.length).toBe(ticks + 2)
    }
    expect(checkCount).toBeLessThanOrEqual(before + 1)
  })

  test('stays open while it cannot be checked, and the failure is logged', async () => {
    const errors: object[] = []
    const server = await start({
      checkNewAfterMs: 5,
      listValidSignIns: () => Promise.reject(new Error('down')),
      log: { error: (details: object) => errors.push(details) },
    })
    const peer = await join(server, asha)
    await expect.poll(() => errors).toHaveLength(1)
    expect(peer.socket.readyState).toBe(WebSocket.OPEN)
  })
})
