import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { heartbeatNode, registerSocket, unregisterSocket } from '#domain/experts/reachability.server.ts'
import type { Person } from '#domain/policy.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { settleSessions } from '#domain/sessions/settle-session.server.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import { systemClock } from '#kernel/time.ts'
import { meterCheckpointMs } from '#kernel/limits.ts'
import { createPresence } from '#live/presence.server.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { startCalls } from '#server/calls.ts'
import { createLiveSources } from '#server/live.ts'
import { liveBudgets } from '#tests/budgets.ts'
import { useDatabase } from '#tests/database.ts'
import { memoryBus, LiveTestClient, startLive } from '#tests/live.ts'
import { createMeterFixture } from '#tests/meters.ts'
import { connectCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { countStatements } from '#tests/statement-counter.ts'

// The number of statements of the realtime layer must not grow with the number of sockets and calls.
const database = useDatabase()
const cast = createCast(database.as)
const stops: (() => unknown)[] = []
let countSent: () => number

beforeAll(() => {
  countSent = countStatements(database.pool())
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function measureCost(work: () => unknown): Promise<number> {
  const before = countSent()
  await work()
  return countSent() - before
}

test('the meters of fifty calls need as many statements as those of two', async () => {
  const fixture = createMeterFixture(cast, memoryBus())
  stops.push(() => fixture.close())
  const node = fixture.startNode()
  const calls: Awaited<ReturnType<typeof fixture.call>>[] = []
  const addCall = async () => {
    const call = await fixture.call(await createAnsweredCall())
    for (const side of sides) await call.join(side, node)
    calls.push(call)
  }
  const beat = (side: Side) => void calls.forEach((call) => call.beat(side))
  const measureCheckpoint = async () => {
    // Wait until all are connected and all balances are known.
    await fixture.advance(2 * meterCheckpointMs, { beat })
    return measureCost(() => fixture.advance(meterCheckpointMs, { beat }))
  }

  await Promise.all(Array.from({ length: 2 }, addCall))
  const few = await measureCheckpoint()
  await Promise.all(Array.from({ length: 48 }, addCall))
  expect(node.count()).toBe(50)
  expect(await measureCheckpoint()).toBe(few)
  expect(few).toBeLessThanOrEqual(liveBudgets.statementsPerCheckpoint)
  expect(await measureCost(() => sides.forEach(beat))).toBe(liveBudgets.statementsPerCallHeartbeat)
})

test('fifty calls that end at the same time are settled in as many statements as one', async () => {
  const system = cast.system()
  const ended = { reason: 'money_spent', lost: null }
  const measureEnd = async (count: number) => {
    const calls = await Promise.all(
      Array.from({ length: count }, async () => {
        const [student, { person: expert, expertId }] = [await cast.student(50), await cast.expert()]
        const id = await cast.ask(student, expertId)
        return { id, ...(await connectCall(cast.ctxAs, { student, expert, id, liveMs: 59_000 })) }
      }),
    )
    const settlements = calls.map(({ id, nodeId }) => ({ id, ended, metered: { nodeId, liveMs: 60_000 } }))
    return measureCost(async () => expect((await settleSessions(system, settlements)).size).toBe(count))
  }
  const costOfOne = await measureEnd(1)
  expect(await measureEnd(50)).toBe(costOfOne)
  expect(costOfOne).toBeLessThanOrEqual(liveBudgets.statementsPerEnd)
})

test('pings and beats need no statement, and a heartbeat needs one statement for all sockets', async () => {
  const bus = memoryBus()
  const heartbeatMs = 2_000
  const system = database.as({ kind: 'system' })
  const log = { error: (details: object) => Promise.reject(new Error(JSON.stringify(details))) } as never
  const turn = createTurn({ stunUrls: [], relay: null }, systemClock)
  const { calls, close } = startCalls({ system, times: callTimes, turn, bus, log })
  // Stop the meters, so that only the statements of the sockets are counted.
  await close()
  const config = { callTimes }
  const server = await startLive({
    ...createLiveSources({ config, database: { db: database.db() }, clock: systemClock } as never),
    bus,
    calls,
    heartbeatMs,
    checkNewAfterMs: 60_000,
    authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'])) as Person,
  })
  stops.push(server.stop)
  const join = async (person: Person) => {
    const peer = new LiveTestClient(server.url, { headers: { 'x-person': JSON.stringify(person) } })
    stops.push(() => peer.socket.terminate())
    await expect.poll(() => peer.last?.type).toBe('hello')
    return peer
  }

  const { student, expert, id } = await createAnsweredCall()
  const talking = [await join(student), await join(expert)]
  for (const peer of talking) {
    peer.send({ type: 'join', session: id })
    await expect.poll(() => peer.received.some(({ type }) => type === 'joined')).toBe(true)
  }
  const peers = [...talking]
  const others = Array.from({ length: 48 }, async () => join((await newSignedInPerson(database.as)).person))
  peers.push(...(await Promise.all(others)))

  let heartbeats = 0
  peers[0]?.socket.on('ping', () => (heartbeats += 1))
  const before = countSent()
  for (let sequence = 1; sequence <= 3; sequence += 1) {
    for (const peer of talking) {
      peer.send({ type: 'beat', session: id, epoch: 1, sequence, bytes: 1_000 * sequence, sent: 1_000 })
    }
    for (const peer of peers) peer.send({ type: 'ping' })
  }
  // Messages are answered in order, so the beats before them have been received, too.
  for (const peer of peers) {
    await expect.poll(() => peer.received.filter(({ type }) => type === 'pong').length).toBe(3)
  }
  await expect.poll(() => heartbeats).toBeGreaterThan(0)
  // One more heartbeat may be on its way to the browser.
  expect(countSent() - before).toBeLessThanOrEqual((heartbeats + 1) * liveBudgets.statementsPerSocketCheck)
})

test('the heartbeat of a process with fifty experts needs as many statements as one with none', async () => {
  const system = database.as({ kind: 'system' })
  const nodeId = randomUUID()
  const published: string[] = []
  const presence = createPresence({
    async publishReachable(accountId) {
      await registerSocket(system, { accountId, nodeId })
      published.push(accountId)
    },
    publishUnreachable: (accountId) => unregisterSocket(system, { accountId, nodeId }),
    log: { error: (details: object) => Promise.reject(new Error(JSON.stringify(details))) } as never,
  })
  stops.push(() => presence.close())
  const beat = async () => {
    const { isNewNode } = await heartbeatNode(system, nodeId)
    presence.publishAgain({ all: isNewNode })
  }
  /** The first beat may also remove dead processes of earlier tests. */
  const measureBeat = async () => {
    await beat()
    return measureCost(beat)
  }

  const alone = await measureBeat()
  const connectExpert = async () => presence.socketOpened((await cast.expert()).person)
  await Promise.all(Array.from({ length: 50 }, connectExpert))
  await expect.poll(() => published.length).toBe(50)
  expect(await measureBeat()).toBe(alone)
  expect(alone).toBeLessThanOrEqual(liveBudgets.statementsPerNodeHeartbeat)
})

async function createAnsweredCall() {
  const [student, { person: expert, expertId }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(student, expertId)
  await cast.accept(expert, id)
  return { student, expert, id }
}
