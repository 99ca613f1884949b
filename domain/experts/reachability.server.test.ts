import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findStatus } from '#domain/discovery/queries.server.ts'
import { heartbeatNode, registerSocket, unregisterSocket, setInSession } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { nodeDeadAfterMs } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

/** Returns a system context, and the topics that it published. */
function createSystem() {
  const publishedTopics: string[] = []
  const system = {
    ...database.as({ kind: 'system' }),
    publish: (topic: string) => void publishedTopics.push(topic),
  }
  return { system, publishedTopics }
}

/** Creates an expert with the switch on and no socket yet. */
async function newWaitingExpert() {
  const expert = await newExpert(database.as)
  await setOnline(expert.ctx, true)
  const status = async () => (await findStatus(expert.ctx, expert.expertId))?.status
  return { ...expert, accountId: expert.person.id, topic: `expert:${expert.expertId}`, status }
}

/** Sets the last heartbeat beyond the timeout. */
async function expireHeartbeat(nodeId: string): Promise<void> {
  await sql`update live_nodes set seen_at = now() - make_interval(secs => ${nodeDeadAfterMs / 1_000 + 1}) where id = ${nodeId}`.execute(
    database.db(),
  )
}

test('opening and closing a socket changes reachability, and publishes both', async () => {
  const { system, publishedTopics } = createSystem()
  const { accountId, topic, status, expertId } = await newWaitingExpert()
  const nodeId = randomUUID()
  expect(await status()).toBe('offline')
  await registerSocket(system, { accountId, nodeId })
  expect(await status()).toBe('online')
  const endedAt = new Date('2026-03-01T10:00:00Z')
  await unregisterSocket({ ...system, clock: { now: () => endedAt } }, { accountId, nodeId })
  expect(await status()).toBe('offline')
  expect(publishedTopics).toEqual([topic, topic])
  const row = await database
    .db()
    .selectFrom('experts')
    .select('last_seen')
    .where('id', '=', expertId)
    .executeTakeFirst()
  expect(row?.last_seen).toEqual(endedAt)
})

test('repeated registrations publish once', async () => {
  const { system, publishedTopics } = createSystem()
  const { accountId, topic, status } = await newWaitingExpert()
  const socket = { accountId, nodeId: randomUUID() }
  await registerSocket(system, socket)
  await registerSocket(system, socket)
  expect(publishedTopics).toEqual([topic])
  await unregisterSocket(system, socket)
  await unregisterSocket(system, socket)
  expect(await status()).toBe('offline')
  expect(publishedTopics).toEqual([topic, topic])
})

test('an expert with sockets in two processes stays online until both are closed', async () => {
  const { system, publishedTopics } = createSystem()
  const { accountId, topic, status } = await newWaitingExpert()
  const [first, second] = [randomUUID(), randomUUID()]
  await registerSocket(system, { accountId, nodeId: first })
  await registerSocket(system, { accountId, nodeId: second })
  await unregisterSocket(system, { accountId, nodeId: first })
  expect(await status()).toBe('online')
  await unregisterSocket(system, { accountId, nodeId: second })
  expect(await status()).toBe('offline')
  expect(publishedTopics).toEqual([topic, topic])
})

test('a process without heartbeats is removed by another process, with its sockets', async () => {
  const { system, publishedTopics } = createSystem()
  const { accountId, topic, status } = await newWaitingExpert()
  const kept = await newWaitingExpert()
  const [dead, alive] = [randomUUID(), randomUUID()]
  await heartbeatNode(system, dead)
  await registerSocket(system, { accountId, nodeId: dead })
  await registerSocket(system, { accountId: kept.accountId, nodeId: dead })
  await registerSocket(system, { accountId: kept.accountId, nodeId: alive })
  publishedTopics.length = 0
  await heartbeatNode(system, alive)
  expect(await status()).toBe('online')
  await expireHeartbeat(dead)
  await heartbeatNode(system, alive)
  expect(await status()).toBe('offline')
  expect(await kept.status()).toBe('online')
  expect(publishedTopics).toEqual([topic])
})

test('a removed process that still runs is registered again once, at its next heartbeat', async () => {
  const { system } = createSystem()
  const { accountId, status } = await newWaitingExpert()
  const [slowNode, otherNode] = [randomUUID(), randomUUID()]
  expect(await heartbeatNode(system, slowNode)).toEqual({ isNewNode: true })
  expect(await heartbeatNode(system, slowNode)).toEqual({ isNewNode: false })
  await registerSocket(system, { accountId, nodeId: slowNode })
  await expireHeartbeat(slowNode)
  await heartbeatNode(system, otherNode)
  expect(await status()).toBe('offline')
  expect(await heartbeatNode(system, slowNode)).toEqual({ isNewNode: true })
  await registerSocket(system, { accountId, nodeId: slowNode })
  expect(await status()).toBe('online')
})

test('a removed process that still runs is also registered again when an expert connects first', async () => {
  const { system } = createSystem()
  const [first, second] = [await newWaitingExpert(), await newWaitingExpert()]
  const [slowNode, otherNode] = [randomUUID(), randomUUID()]
  await heartbeatNode(system, slowNode)
  const register = ({ accountId }: typeof first) => registerSocket(system, { accountId, nodeId: slowNode })
  expect(await register(first)).toEqual({ isNewNode: false })
  await expireHeartbeat(slowNode)
  await heartbeatNode(system, otherNode)
  expect(await register(second)).toEqual({ isNewNode: true })
  // The connection has already registered the process.
  expect(await heartbeatNode(system, slowNode)).toEqual({ isNewNode: false })
  expect(await register(first)).toEqual({ isNewNode: false })
  expect([await first.status(), await second.status()]).toEqual(['online', 'online'])
})

test('a process with a heartbeat in time is not removed', async () => {
  const { system } = createSystem()
  const { accountId, status } = await newWaitingExpert()
  const [slowNode, otherNode] = [randomUUID(), randomUUID()]
  await registerSocket(system, { accountId, nodeId: slowNode })
  await expireHeartbeat(slowNode)
  expect(await heartbeatNode(system, slowNode)).toEqual({ isNewNode: false })
  await heartbeatNode(system, otherNode)
  expect(await status()).toBe('online')
})

test('an expert stays online when one socket closes while another opens', async () => {
  const { system } = createSystem()
  const { accountId, status } = await newWaitingExpert()
  for (let round = 0; round < 10; round += 1) {
    const [old, fresh] = [randomUUID(), randomUUID()]
    await registerSocket(system, { accountId, nodeId: old })
    await Promise.all([
      unregisterSocket(system, { accountId, nodeId: old }),
      registerSocket(system, { accountId, nodeId: fresh }),
    ])
    expect(await status()).toBe('online')
    await unregisterSocket(system, { accountId, nodeId: fresh })
    expect(await status()).toBe('offline')
  }
})

test('removing a process does not deadlock with its sockets', async () => {
  const { system } = createSystem()
  const experts = [await newWaitingExpert(), await newWaitingExpert(), await newWaitingExpert()]
  for (let round = 0; round < 10; round += 1) {
    const [slowNode, otherNode] = [randomUUID(), randomUUID()]
    for (const { accountId } of experts) await registerSocket(system, { accountId, nodeId: slowNode })
    await expireHeartbeat(slowNode)
    await Promise.all([
      heartbeatNode(system, otherNode),
      ...experts.map(({ accountId }) => unregisterSocket(system, { accountId, nodeId: slowNode })),
      heartbeatNode(system, randomUUID()),
    ])
    for (const { status } of experts) expect(await status()).toBe('offline')
  }
})

test('a session makes the expert busy, and its end makes them free again', async () => {
  const { system, publishedTopics } = createSystem()
  const { accountId, expertId, topic, status } = await newWaitingExpert()
  await registerSocket(system, { accountId, nodeId: randomUUID() })
  await setInSession(system, { expertId, inSession: true })
  expect(await status()).toBe('busy')
  await setInSession(system, { expertId, inSession: false })
  expect(await status()).toBe('online')
  expect(publishedTopics).toEqual([topic, topic, topic])
})

test('an account that is not an expert is ignored', async () => {
  const { system, publishedTopics } = createSystem()
  const { person } = await newSignedInPerson(database.as, 'student')
  await registerSocket(system, { accountId: person.id, nodeId: randomUUID() })
  await unregisterSocket(system, { accountId: person.id, nodeId: randomUUID() })
  expect(publishedTopics).toEqual([])
})

test('people cannot call these functions', async () => {
  const { ctx, accountId, expertId } = await newWaitingExpert()
  const socket = { accountId, nodeId: randomUUID() }
  const visitor = database.as({ kind: 'visitor', address: '' })
  for (const [caller, code] of [
    [ctx, 'not_allowed'],
    [visitor, 'not_signed_in'],
  ] as const) {
    await expect(registerSocket(caller, socket)).rejects.toMatchObject({ code })
    await expect(unregisterSocket(caller, socket)).rejects.toMatchObject({ code })
    await expect(heartbeatNode(caller, socket.nodeId)).rejects.toMatchObject({ code })
    await expect(setInSession(caller, { expertId, inSession: true })).rejects.toMatchObject({ code })
  }
})
