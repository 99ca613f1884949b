import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BeatResult } from '#domain/sessions/meter.ts'
import type { Person } from '#domain/policy.ts'
import { canJoin, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal, refusals } from '#kernel/refusals.ts'
import { pictureTimeMaxMs, signalMaxBytes, socketMessageMaxBytes } from '#kernel/socket-limits.ts'
import { type Calls, createCalls } from '#live/calls.server.ts'
import type { MeterUpdate } from '#live/meter-updates.server.ts'
import { messagePolicies, refusalLogRate } from '#live/policy.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { ServerMessage } from '#live/protocol.ts'
import { type LiveServer, memoryBus, LiveTestClient, person, startLive } from '#tests/live.ts'

const asha = person(1)
const ravi = person(2, { role: 'expert' })
const stranger = person(3)
const session = randomUUID() as SessionId
const otherSession = randomUUID()
const stops: (() => unknown)[] = []
const warned: string[] = []
let bus: ReturnType<typeof memoryBus>
let state: SessionState
let epochs: Record<Side, number>
let isDatabaseUnavailable: boolean
/** Delays the next join between getting its epoch and the answer. */
let slowAnswer: Promise<void> | undefined

beforeEach(() => {
  bus = memoryBus()
  state = 'connecting'
  epochs = { student: 0, expert: 0 }
  isDatabaseUnavailable = false
  slowAnswer = undefined
  warned.length = 0
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

type Log = Parameters<typeof createCalls>[0]['log']
type Node = LiveServer & {
  calls: Calls
  beats: object[]
  metered: string[]
  hungUpBy: string[]
  pictureTimes: number[]
}

/** With this clock no rate limit is refilled, however slow the machine is. */
const frozenClock = { nowMs: () => 0 }

/** A node with sockets, with fakes for session actions and the meter. */
async function startNode({
  beatResult = 'good' as BeatResult,
  log = {} as Partial<Log>,
  nowMs = undefined as (() => number) | undefined,
} = {}): Promise<Node> {
  const beats: object[] = []
  const metered: string[] = []
  const hungUpBy: string[] = []
  const pictureTimes: number[] = []
  const calls = createCalls({
    nodeId: randomUUID(),
    bus,
    meters: {
      ensureMetered: async (id) => void metered.push(id),
      receive(id, side, { sequence, bytes }) {
        beats.push({ id, side, sequence, bytes })
        return beatResult
      },
    },
    async accept() {
      state = 'connecting'
    },
    iceFor: () => ({ servers: [], relayOnly: false }),
    onPicture: (ms) => void pictureTimes.push(ms),
    nowMs,
    async join(user, id) {
      const side = user.id === asha.id ? 'student' : user.id === ravi.id ? 'expert' : undefined
      if (!side || id !== session) throw new Refusal('no_such_session')
      if (isDatabaseUnavailable) throw new Error('no database')
      if (!canJoin(state, side)) throw new Refusal('session_moved_on')
      const epoch = (epochs[side] += 1)
      const answer = slowAnswer
      slowAnswer = undefined
      await answer
      return { id: session, side, epoch, state }
    },
    async hangUp(user, id) {
      if (id !== session) throw new Refusal('no_such_session')
      hungUpBy.push(user.id)
    },
    listStates: async (ids) => new Map(ids.map((id) => [id, state])),
    log: {
      error: (details: object) => Promise.reject(new Error(JSON.stringify(details))),
      warn: (details: object) => void warned.push((details as { reason: string }).reason),
      ...log,
    } as never,
  })
  const server = await startLive({
    bus,
    calls,
    nowMs,
    authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'])) as Person | null,
    isParticipant: async (user, id) => id === session && (user.id === asha.id || user.id === ravi.id),
    readTopic: async (topic) => {
      if (topic.startsWith('chat:')) return { last: 3 }
      return topic.startsWith('rings:') ? { ring: null, open: null } : sessionData()
    },
  })
  stops.push(server.stop)
  return { ...server, calls, beats, metered, hungUpBy, pictureTimes }
}

function sessionData() {
  const names = { studentName: 'Asha', expertName: 'Ravi', callType: 'video' }
  const end = { endReason: null, declineReason: null, billedMinutes: null, chargedPaise: null }
  const asked = { expertId: null, question: 'Why?', fileName: null, ratePaisePerMinute: 1_000, sharePercent: 80 }
  return {
    state,
    ...names,
    ...asked,
    ...end,
    minuteMs: 60_000,
    liveMs: 0,
    heldMinutes: 5,
    ringLeftMs: 0,
    endsAt: null,
    leastPaise: 0,
    booked: null,
  }
}

async function connect({ url }: Node, user: Person | null): Promise<LiveTestClient> {
  const peer = new LiveTestClient(url, { headers: { 'x-person': JSON.stringify(user) } })
  stops.push(() => peer.socket.terminate())
  await expect.poll(() => peer.last?.type).toBe('hello')
  return peer
}

const filterByType = <Type extends ServerMessage['type']>(peer: LiveTestClient, type: Type) =>
  peer.received.filter((message): message is Extract<ServerMessage, { type: Type }> => message.type === type)

async function joinCall(node: Node, user: Person): Promise<LiveTestClient> {
  const peer = await connect(node, user)
  peer.send({ type: 'join', session })
  await expect.poll(() => filterByType(peer, 'joined')).toHaveLength(1)
  return peer
}

/** Resolves when all earlier messages were received. */
async function waitForPong(peer: LiveTestClient): Promise<void> {
  const before = filterByType(peer, 'pong').length
  peer.send({ type: 'ping' })
  await expect.poll(() => filterByType(peer, 'pong').length).toBe(before + 1)
}

const offer = JSON.stringify({ type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' })
const candidate = JSON.stringify({ candidate: 'candidate:1 1 udp 1 192.0.2.7 9 typ host' })

describe('joining a call', () => {
  test('sends both sides their own epoch and the presence of the other', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    const expert = await joinCall(node, ravi)
    expect(filterByType(student, 'joined')).toEqual([
      { type: 'joined', session, side: 'student', epoch: 1, ice: { servers: [], relayOnly: false } },
    ])
    expect(filterByType(expert, 'peer')).toEqual([{ type: 'peer', session, epoch: 1 }])
    await expect.poll(() => filterByType(student, 'peer')).toEqual([{ type: 'peer', session, epoch: 1 }])
    expect(node.metered).toEqual([session, session])
  })

  test('from a second tab closes the first, which can no longer send', async () => {
    const node = await startNode()
    const first = await joinCall(node, asha)
    const expert = await joinCall(node, ravi)
    const second = await joinCall(node, asha)
    await expect.poll(() => first.last).toEqual({ type: 'gone', session, replaced: true })
    await expect.poll(() => filterByType(expert, 'peer').map(({ epoch }) => epoch)).toEqual([1, 2])
    first.send({ type: 'signal', session, epoch: 1, body: offer })
    first.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 9, sent: 9 })
    await expect.poll(() => filterByType(first, 'gone')).toHaveLength(3)
    second.send({ type: 'signal', session, epoch: 2, body: offer })
    await expect
      .poll(() => filterByType(expert, 'signal'))
      .toEqual([{ type: 'signal', session, epoch: 2, body: offer }])
    expect(node.beats).toEqual([])
    expect(warned).toEqual(['signal of another join', 'beat of another join'])
  })

  test('from two tabs keeps the later one, even when the earlier join is answered last', async () => {
    const node = await startNode()
    const answer = Promise.withResolvers<void>()
    slowAnswer = answer.promise
    const first = await connect(node, asha)
    first.send({ type: 'join', session })
    await expect.poll(() => epochs.student).toBe(1)
    const second = await joinCall(node, asha)
    answer.resolve()
    await expect.poll(() => first.received).toHaveLength(2)
    expect(first.last).toEqual({ type: 'gone', session, replaced: true })
    const expert = await joinCall(node, ravi)
    expert.send({ type: 'signal', session, epoch: 1, body: offer })
    await expect.poll(() => filterByType(second, 'signal')).toHaveLength(1)
  })

  test('is refused for strangers, for visitors and after the end', async () => {
    const node = await startNode()
    const outsider = await connect(node, stranger)
    outsider.send({ type: 'join', session })
    const refusal = { type: 'refused', what: 'join', session, text: refusals.no_such_session.text }
    await expect.poll(() => outsider.last).toEqual(refusal)
    const visitor = await connect(node, null)
    visitor.send({ type: 'join', session })
    await expect.poll(() => visitor.last).toEqual({ ...refusal, text: refusals.not_allowed.text })
    state = 'settled'
    const late = await connect(node, asha)
    late.send({ type: 'join', session })
    await expect.poll(() => late.last).toEqual({ ...refusal, text: refusals.session_moved_on.text })
    // A join that is only late is not suspicious.
    expect(warned).toEqual(['join by a non-participant', 'not allowed'])
  })

  test('closes the socket on a temporary failure instead of refusing, so that the page retries', async () => {
    const errors: unknown[] = []
    const node = await startNode({ log: { error: (details: unknown) => void errors.push(details) } })
    isDatabaseUnavailable = true
    const early = await connect(node, asha)
    early.send({ type: 'join', session })
    await expect.poll(() => early.closedWith).toBe(closeCodes.tryAgain)
    expect(filterByType(early, 'refused')).toEqual([])
    expect(errors).toHaveLength(1)
    isDatabaseUnavailable = false
    await joinCall(node, asha)
  })
})

describe('signals', () => {
  test('go only to the other side', async () => {
    const node = await startNode()
    const [student, expert] = [await joinCall(node, asha), await joinCall(node, ravi)]
    const watcher = await connect(node, asha)
    watcher.send({ type: 'watch', topic: `session:${session}` })
    student.send({ type: 'signal', session, epoch: 1, body: offer })
    student.send({ type: 'signal', session, epoch: 1, body: candidate })
    await expect.poll(() => filterByType(expert, 'signal').map(({ body }) => body)).toEqual([offer, candidate])
    await waitForPong(student)
    await waitForPong(watcher)
    expect([...filterByType(student, 'signal'), ...filterByType(watcher, 'signal')]).toEqual([])
  })

  test('are held while it rings and sent to the expert after the join, on any node', async () => {
    state = 'ringing'
    const [here, there] = [await startNode(), await startNode()]
    const early = await joinCall(here, asha)
    early.send({ type: 'signal', session, epoch: 1, body: 'of a page that was reloaded' })
    await waitForPong(early)
    const student = await joinCall(here, asha)
    student.send({ type: 'signal', session, epoch: 2, body: offer })
    student.send({ type: 'signal', session, epoch: 2, body: candidate })
    await waitForPong(student)
    const ringing = await connect(there, ravi)
    ringing.send({ type: 'watch', topic: `rings:${ravi.id}` })
    await waitForPong(ringing)
    expect(filterByType(ringing, 'signal')).toEqual([])
    state = 'connecting'
    const expert = await joinCall(there, ravi)
    await expect.poll(() => filterByType(expert, 'signal').map(({ body }) => body)).toEqual([offer, candidate])
    student.send({ type: 'signal', session, epoch: 2, body: candidate })
    await expect.poll(() => filterByType(expert, 'signal')).toHaveLength(3)
    expect(filterByType(ringing, 'signal')).toEqual([])
  })

  test('on the same node arrive after the join message, and too many held signals are refused', async () => {
    state = 'ringing'
    const node = await startNode()
    const student = await joinCall(node, asha)
    for (let count = 0; count < 51; count += 1) student.send({ type: 'signal', session, epoch: 1, body: offer })
    await expect.poll(() => filterByType(student, 'refused')).toHaveLength(1)
    expect(warned).toEqual(['too many signals while ringing'])
    state = 'connecting'
    const expert = await joinCall(node, ravi)
    await expect.poll(() => filterByType(expert, 'signal')).toHaveLength(50)
    expect(expert.received.map(({ type }) => type).slice(0, 3)).toEqual(['hello', 'joined', 'signal'])
  })

  test('of 64 KiB arrive complete, even on another node, and longer signals close the socket', async () => {
    const [here, there] = [await startNode(), await startNode()]
    const [student, expert] = [await joinCall(here, asha), await joinCall(there, ravi)]
    const long = 'ऊ"\\'.repeat(9_000).slice(0, 27_000) + 'x'.repeat(signalMaxBytes - 27_000)
    student.send({ type: 'signal', session, epoch: 1, body: long })
    student.send({ type: 'signal', session, epoch: 1, body: candidate })
    await expect.poll(() => filterByType(expert, 'signal').map(({ body }) => body)).toEqual([long, candidate])
    expert.send({ type: 'signal', session, epoch: 1, body: 'y'.repeat(signalMaxBytes + 1) })
    await expect.poll(() => expert.closedWith).toBe(closeCodes.tooLong)
    student.socket.send('z'.repeat(3 * signalMaxBytes))
    await expect.poll(() => student.closedWith).toBe(1009)
  })

  test('of 64 KiB in quick succession close the socket before they fill the bus', async () => {
    const [here, there] = [await startNode(frozenClock), await startNode()]
    const [student, expert] = [await joinCall(here, asha), await joinCall(there, ravi)]
    const body = 'x'.repeat(60 * 1024)
    for (let times = 0; times < 40; times += 1) student.send({ type: 'signal', session, epoch: 1, body })
    await expect.poll(() => student.closedWith).toBe(closeCodes.tooFast)
    const { bytes } = messagePolicies.signal
    expect(filterByType(expert, 'signal').length * body.length).toBeLessThanOrEqual(bytes.burst)
  })

  test('pass between nodes, where each side is notified of the other', async () => {
    const [here, there] = [await startNode(), await startNode()]
    const student = await joinCall(here, asha)
    const expert = await joinCall(there, ravi)
    await expect.poll(() => filterByType(student, 'peer')).toHaveLength(1)
    await expect.poll(() => filterByType(expert, 'peer')).toHaveLength(1)
    const rejoined = await joinCall(there, asha)
    await expect.poll(() => student.last).toEqual({ type: 'gone', session, replaced: true })
    rejoined.send({ type: 'signal', session, epoch: 2, body: offer })
    await expect.poll(() => filterByType(expert, 'signal')).toHaveLength(1)
  })

  test('between nodes continue when a side is announced again, because that is not a new join', async () => {
    const [here, there] = [await startNode(), await startNode()]
    const student = await joinCall(here, asha)
    await joinCall(there, ravi)
    const expert = await joinCall(there, ravi)
    await expect.poll(() => filterByType(student, 'peer').map(({ epoch }) => epoch)).toEqual([1, 2])
    // The signal follows the second announcement of the student, so it arrives after it.
    student.send({ type: 'signal', session, epoch: 1, body: offer })
    await expect.poll(() => filterByType(expert, 'signal')).toHaveLength(1)
    expect(filterByType(expert, 'peer')).toEqual([{ type: 'peer', session, epoch: 1 }])
  })
})

describe('beats', () => {
  test('reach the meter with their side, which a client cannot choose', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    student.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 500, sent: 9, side: 'expert' })
    await expect.poll(() => node.beats).toEqual([{ id: session, side: 'student', sequence: 1, bytes: 500 }])
  })

  test('for a session without a join, for another session or with an invented epoch are refused and logged', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    const outsider = await connect(node, stranger)
    outsider.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9 })
    outsider.send({ type: 'signal', session, epoch: 1, body: offer })
    student.send({ type: 'beat', session, epoch: 2, sequence: 1, bytes: 1, sent: 9 })
    student.send({ type: 'beat', session: otherSession, epoch: 1, sequence: 1, bytes: 1, sent: 9 })
    student.send({ type: 'signal', session: otherSession, epoch: 1, body: offer })
    await expect.poll(() => filterByType(student, 'gone')).toHaveLength(3)
    await expect.poll(() => filterByType(outsider, 'gone')).toHaveLength(2)
    expect(node.beats).toEqual([])
    expect(warned).toHaveLength(5)
  })

  test('that are replayed are logged, and those for ended sessions are answered', async () => {
    const replaying = await joinCall(await startNode({ beatResult: 'old' }), asha)
    replaying.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9 })
    await expect.poll(() => warned).toEqual(['replayed beat'])
    const outdated = await joinCall(await startNode({ beatResult: 'gone' }), ravi)
    outdated.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9 })
    await expect.poll(() => outdated.last).toEqual({ type: 'gone', session })
  })

  test.each([
    { sequence: -1 },
    { bytes: 1.5 },
    { bytes: '1' },
    { bytes: 1e300 },
    { epoch: null },
    { session: 'x' },
    { sequence: undefined },
    { pictureMs: -1 },
    { pictureMs: 1.5 },
    { pictureMs: '900' },
    { pictureMs: pictureTimeMaxMs + 1 },
  ])('with %j close the socket and do nothing else', async (wrong) => {
    const node = await startNode()
    const [student, expert] = [await joinCall(node, asha), await joinCall(node, ravi)]
    student.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9, ...wrong })
    await expect.poll(() => student.closedWith).toBe(closeCodes.badMessage)
    expect(warned).toEqual(['not understood'])
    expert.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9 })
    await expect.poll(() => node.beats).toHaveLength(1)
  })

  test('report the time to the first picture, once for each join, and none that began long before the join', async () => {
    let nowMs = 1_000
    const node = await startNode({ nowMs: () => nowMs })
    const student = await joinCall(node, asha)
    const expert = await joinCall(node, ravi)
    const beat = { type: 'beat', session, epoch: 1, bytes: 1, sent: 9 }
    nowMs += 2_000
    student.send({ ...beat, sequence: 1, pictureMs: 1_800 })
    student.send({ ...beat, sequence: 2, pictureMs: 10 })
    // The expert accepts and joins with one message, so the browser measures a little longer than the server.
    expert.send({ ...beat, sequence: 1, pictureMs: 60_000 })
    expert.send({ ...beat, sequence: 2, pictureMs: 2_500 })
    for (const peer of [student, expert]) await waitForPong(peer)
    expect(node.beats).toHaveLength(4)
    expect(node.pictureTimes).toEqual([1_800])
    const again = await joinCall(node, ravi)
    again.send({ ...beat, epoch: 2, sequence: 1, pictureMs: 2_500 })
    await waitForPong(again)
    expect(node.pictureTimes).toEqual([1_800, 2_500])
  })

  test('that are replayed report no time to the first picture', async () => {
    const node = await startNode({ beatResult: 'old' })
    const student = await joinCall(node, asha)
    student.send({ type: 'beat', session, epoch: 1, sequence: 1, bytes: 1, sent: 9, pictureMs: 10 })
    await waitForPong(student)
    expect(node.pictureTimes).toEqual([])
  })

  test('that are refused many times do not fill the log', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    for (let times = 0; times < 100; times += 1) student.send({ type: 'signal', session, epoch: 9, body: '' })
    await expect.poll(() => filterByType(student, 'gone')).toHaveLength(100)
    expect(warned).toHaveLength(refusalLogRate.burst)
  })

  test('that come too fast close the socket', async () => {
    const student = await joinCall(await startNode(frozenClock), asha)
    const { burst } = messagePolicies.beat.rate
    for (let sequence = 0; sequence < burst + 5; sequence += 1) {
      student.send({ type: 'beat', session, epoch: 1, sequence, bytes: sequence, sent: 9 })
    }
    await expect.poll(() => student.closedWith).toBe(closeCodes.tooFast)
    expect(warned).toEqual(['too fast'])
  })
})

describe('a call', () => {
  test('is ended by hanging up, and a refused hang-up is answered', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    student.send({ type: 'hang_up', session })
    await expect.poll(() => node.hungUpBy).toEqual([asha.id])
    student.send({ type: 'hang_up', session: otherSession })
    await expect.poll(() => student.last).toMatchObject({ type: 'refused', what: 'hang_up', session: otherSession })
    expect(warned).toEqual(['hang_up by a non-participant'])
  })

  test('receives meter updates for both sides on any node, and the final update closes it', async () => {
    const [here, there] = [await startNode(), await startNode()]
    const [student, expert] = [await joinCall(here, asha), await joinCall(there, ravi)]
    const update: MeterUpdate = {
      phase: 'live',
      liveMs: 1_000,
      heldMs: 180_000,
      leftMs: null,
      endsBy: 'money',
      warning: 3,
    }
    const expected = { type: 'meter', session, ...update }
    here.calls.sendMeterUpdate(session, sides, update)
    for (const peer of [student, expert]) await expect.poll(() => filterByType(peer, 'meter')).toEqual([expected])
    here.calls.sendMeterUpdate(session, ['expert'], update)
    await expect.poll(() => filterByType(expert, 'meter')).toEqual([expected, expected])
    here.calls.sendMeterUpdate(session, sides, { ...update, phase: 'over', warning: null })
    await expect.poll(() => student.last).toEqual({ type: 'gone', session })
    await expect.poll(() => filterByType(expert, 'meter')).toHaveLength(3)
    expect(filterByType(student, 'meter')).toHaveLength(2)
    await bus.publish(`session:${session}`, JSON.stringify({ type: 'changed', state: 'settled' }))
    await expect.poll(() => expert.last).toEqual({ type: 'gone', session })
    expert.send({ type: 'signal', session, epoch: 1, body: offer })
    await expect.poll(() => filterByType(expert, 'gone')).toHaveLength(2)
    expect(filterByType(student, 'signal')).toEqual([])
  })

  test('is closed after it ended while the bus was disconnected', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    bus.disconnect()
    state = 'settled'
    bus.reportGap()
    await expect.poll(() => student.last).toEqual({ type: 'gone', session })
  })

  test('loses the side whose socket closes, and frees its resources', async () => {
    const node = await startNode()
    const student = await joinCall(node, asha)
    const expert = await joinCall(node, ravi)
    student.socket.terminate()
    await expect.poll(node.gateway.openSockets).toBe(1)
    expert.send({ type: 'signal', session, epoch: 1, body: offer })
    await waitForPong(expert)
    const rejoined = await joinCall(node, asha)
    expect(filterByType(rejoined, 'signal')).toEqual([])
    await expect.poll(() => filterByType(expert, 'peer').map(({ epoch }) => epoch)).toEqual([1, 2])
  })
})

describe('topics', () => {
  test.each(['session', 'chat'])('of a %s can be watched only by its two participants', async (kind) => {
    const node = await startNode()
    const topic = `${kind}:${session}`
    for (const user of [stranger, null, person(4, { role: 'team' })]) {
      const peer = await connect(node, user)
      peer.send({ type: 'watch', topic })
      await expect.poll(() => peer.last).toMatchObject({ type: 'refused', text: refusals.not_allowed.text })
    }
    for (const user of [asha, ravi]) {
      const peer = await connect(node, user)
      peer.send({ type: 'watch', topic })
      await expect.poll(() => peer.last).toMatchObject({ type: 'state', topic })
    }
  })

  test('of rings can be watched only by their expert', async () => {
    const node = await startNode()
    const topic = `rings:${ravi.id}`
    for (const user of [asha, person(5, { role: 'expert' }), null]) {
      const peer = await connect(node, user)
      peer.send({ type: 'watch', topic })
      await expect.poll(() => peer.last).toMatchObject({ type: 'refused', text: refusals.not_allowed.text })
    }
    const expert = await connect(node, ravi)
    expert.send({ type: 'watch', topic })
    await expect.poll(() => expert.last).toMatchObject({ type: 'state', data: { ring: null } })
  })
})

test('only participants of a call may send long messages', async () => {
  const node = await startNode()
  const idle = await connect(node, asha)
  idle.send({ type: 'signal', session, epoch: 1, body: 'x'.repeat(socketMessageMaxBytes) })
  await expect.poll(() => idle.closedWith).toBe(1009)
  expect(warned).toEqual(['too long'])
})
