import { afterEach, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { changeApproval } from '#domain/sessions/change-approval.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { beatFreshMs } from '#kernel/limits.ts'
import { systemClock } from '#kernel/time.ts'
import { closeCodes } from '#live/close-codes.ts'
import { tickEveryMs } from '#live/meters.server.ts'
import type { ServerMessage } from '#live/protocol.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { startCalls } from '#server/calls.ts'
import { createLiveSources } from '#server/live.ts'
import { useDatabase } from '#tests/database.ts'
import { memoryBus, LiveTestClient, startLive } from '#tests/live.ts'
import { balanceOf } from '#tests/money.ts'
import { createCast, newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const times = { ...callTimes, minuteMs: 1_000 }
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop()
})

/** The realtime layer as the product wires it, with call minutes of one second. */
async function startProduct() {
  const bus = memoryBus()
  const publish = (topic: string, message: object) => void bus.publish(topic, JSON.stringify(message))
  const log = {
    error: (details: object) => Promise.reject(new Error(JSON.stringify(details))),
    warn: () => undefined,
  } as never
  const system = { ...database.as({ kind: 'system' }), publish }
  const turn = createTurn({ stunUrls: [], relay: null }, systemClock)
  const { calls, close } = startCalls({ system, times, turn, bus, log })
  const services = {
    config: { callTimes: times },
    database: { db: database.db() },
    clock: systemClock,
  } as never
  const server = await startLive({
    ...createLiveSources(services),
    bus,
    calls,
    authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'])) as Person,
  })
  cleanups.push(server.stop, close)
  return { ...server, bus, as: (actor: Person) => ({ ...system, actor, times }) }
}

async function connect(url: string, user: Person): Promise<LiveTestClient> {
  const peer = new LiveTestClient(url, { headers: { 'x-person': JSON.stringify(user) } })
  cleanups.push(() => peer.socket.terminate())
  await expect.poll(() => peer.last?.type).toBe('hello')
  return peer
}

const findLast = <Type extends ServerMessage['type']>(peer: LiveTestClient, type: Type) =>
  peer.received.findLast((message): message is Extract<ServerMessage, { type: Type }> => message.type === type)

/** Measures the call independently of the meter, to check the billed time. */
function startMeasuring() {
  const startedAt = performance.now()
  let talkedMs = 0
  return {
    /** Waits for more than one call minute. */
    async talkForAMinute(): Promise<void> {
      const liveAt = performance.now()
      await expect.poll(() => performance.now() - liveAt).toBeGreaterThan(1.1 * times.minuteMs)
      talkedMs = performance.now() - liveAt
    },
    expectBillable(liveMs: number): void {
      // A beat confirms at most `beatFreshMs`. If the machine freezes for longer, the rest counts as an interruption.
      expect(liveMs).toBeGreaterThan(Math.min(talkedMs, beatFreshMs) - tickEveryMs)
      expect(liveMs).toBeLessThanOrEqual(performance.now() - startedAt)
    },
  }
}

test('a call is requested, accepted, metered, hung up and paid over real sockets, with a real clock', async () => {
  const product = await startProduct()
  const cast = createCast(database.as)
  const [asha, { person: ravi, expertId }] = [await cast.student(100), await cast.expert()]
  const [student, expert] = [await connect(product.url, asha), await connect(product.url, ravi)]
  expert.send({ type: 'watch', topic: `rings:${ravi.id}` })
  await expect.poll(() => findLast(expert, 'state')?.data).toEqual({ ring: null, open: null })

  const id = await requestSession(product.as(asha), newRequest(expertId))
  const ring = { sessionId: id, callType: 'video', ratePaisePerMinute: 10_00, sharePercent: 80 }
  await expect.poll(() => findLast(expert, 'state')?.data).toMatchObject({ ring })
  student.send({ type: 'watch', topic: `session:${id}` })
  await expect.poll(() => findLast(student, 'state')?.data).toMatchObject({ state: 'ringing', heldMinutes: 5 })
  student.send({ type: 'join', session: id })
  await expect.poll(() => findLast(student, 'joined')?.epoch).toBe(1)

  await acceptSession(product.as(ravi), { id })
  await expect.poll(() => findLast(expert, 'state')?.data).toMatchObject({ ring: null, open: { sessionId: id } })
  await expect.poll(() => findLast(student, 'state')?.data).toMatchObject({ state: 'connecting' })
  expert.send({ type: 'join', session: id })
  await expect.poll(() => findLast(expert, 'joined')?.epoch).toBe(1)
  await expect.poll(() => findLast(student, 'peer')?.epoch).toBe(1)
  student.send({ type: 'signal', session: id, epoch: 1, body: '{"candidate":"candidate:1"}' })
  await expect.poll(() => findLast(expert, 'signal')?.body).toContain('candidate')

  let sequence = 0
  const beat = () => {
    sequence += 1
    for (const peer of [student, expert]) {
      peer.send({ type: 'beat', session: id, epoch: 1, sequence, bytes: sequence * 1_000, sent: 9 })
    }
  }
  await expect.poll(() => findLast(expert, 'meter')?.phase).toBe('connecting')
  const stopwatch = startMeasuring()
  beat()
  await expect.poll(() => findLast(student, 'state')?.data).toMatchObject({ state: 'live' })
  expect(findLast(expert, 'meter')).toMatchObject({ phase: 'live', heldMs: 5_000 })
  await stopwatch.talkForAMinute()
  beat()
  expert.send({ type: 'hang_up', session: id })
  for (const peer of [student, expert]) await expect.poll(() => findLast(peer, 'gone')?.session).toBe(id)

  await expect.poll(async () => (await sessionRow(database.db(), id)).state).toBe('settled')
  const row = await sessionRow(database.db(), id)
  expect(row).toMatchObject({ end_reason: 'hung_up', billed_minutes: Math.ceil(row.live_ms / 1_000) })
  stopwatch.expectBillable(row.live_ms)
  const charged = (row.billed_minutes ?? 0) * 10_00
  expect(await balanceOf(database.db(), 'student_wallet', asha.id)).toBe(100_00 - charged)
  expect(await balanceOf(database.db(), 'session_escrow', id)).toBe(0)
  expect(await timeline(database.db(), id)).toEqual([
    'asked (student)',
    'rang (expert)',
    'joined (student)',
    'answered (expert)',
    'joined (expert)',
    'connected',
    'hung up (expert)',
    'billed',
  ])
  student.send({ type: 'join', session: id })
  await expect.poll(() => student.last).toMatchObject({ type: 'refused', what: 'join', session: id })
})

test('signing out during the ring cancels the session', async () => {
  const product = await startProduct()
  const cast = createCast(database.as)
  const [asha, { expertId }] = [await cast.student(100), await cast.expert()]
  const [student, otherTab] = [await connect(product.url, asha), await connect(product.url, asha)]
  const id = await requestSession(product.as(asha), newRequest(expertId))
  student.send({ type: 'join', session: id })
  await expect.poll(() => findLast(student, 'joined')?.epoch).toBe(1)
  const message = { type: 'sign_in_ended', signInId: asha.signInId }
  await product.bus.publish(`person:${asha.id}`, JSON.stringify(message))
  await expect.poll(() => findLast(otherTab, 'signed_out')?.reason).toBe('sign_in_ended')
  await expect.poll(async () => (await sessionRow(database.db(), id)).state).toBe('cancelled')
  expect(await balanceOf(database.db(), 'student_wallet', asha.id)).toBe(100_00)
})

test('a suspension ends the call, bills it to the last beat, and closes the expert’s sockets', async () => {
  const product = await startProduct()
  const cast = createCast(database.as)
  const [asha, { person: ravi, expertId }] = [await cast.student(100), await cast.expert()]
  const [student, expert] = [await connect(product.url, asha), await connect(product.url, ravi)]
  const id = await requestSession(product.as(asha), newRequest(expertId))
  await acceptSession(product.as(ravi), { id })
  for (const peer of [student, expert]) peer.send({ type: 'join', session: id })
  // Heartbeats that are sent before a node meters the session are lost.
  for (const peer of [student, expert]) await expect.poll(() => findLast(peer, 'meter')?.phase).toBe('connecting')
  const beat = (sequence: number) => {
    for (const peer of [student, expert]) {
      peer.send({ type: 'beat', session: id, epoch: 1, sequence, bytes: sequence * 1_000, sent: 9 })
    }
  }
  const stopwatch = startMeasuring()
  beat(1)
  await expect.poll(() => findLast(student, 'meter')?.phase).toBe('live')
  await stopwatch.talkForAMinute()
  beat(2)
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const suspension = { expertId, approval: 'suspended' as const, reason: 'Asked for money outside.' }
  await changeApproval(product.as(meera), suspension)

  await expect.poll(() => findLast(student, 'gone')?.session).toBe(id)
  await expect.poll(() => findLast(expert, 'signed_out')?.reason).toBe('all_ended')
  await expect.poll(() => expert.closedWith).toBe(closeCodes.signedOut)
  await expect.poll(async () => (await sessionRow(database.db(), id)).state).toBe('settled')
  const row = await sessionRow(database.db(), id)
  expect(row).toMatchObject({ end_reason: 'suspended', billed_minutes: Math.ceil(row.live_ms / 1_000) })
  stopwatch.expectBillable(row.live_ms)
  expect((await timeline(database.db(), id)).slice(-2)).toEqual(['ended (expert)', 'billed'])
  expect(student.closedWith).toBeUndefined()
})
