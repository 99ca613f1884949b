import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findStatus } from '#domain/discovery/queries.server.ts'
import { beatNode, holdSocket, releaseSocket, setInSession } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { nodeDeadAfterMs } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { somebody } from '#tests/signed-in.ts'

const database = useDatabase()

/** The system, and what it has told open screens. */
function listening() {
  const told: string[] = []
  const system = { ...database.as({ kind: 'system' }), publish: (topic: string) => void told.push(topic) }
  return { system, told }
}

/** An expert with the switch on and no socket yet. */
async function waiting() {
  const expert = await newExpert(database.as)
  await setOnline(expert.ctx, true)
  const status = async () => (await findStatus(expert.ctx, expert.expertId))?.status
  return { ...expert, accountId: expert.person.id, topic: `expert:${expert.expertId}`, status }
}

/** As if the process had been silent for longer than the living are. */
async function silence(nodeId: string): Promise<void> {
  await sql`update live_nodes set seen_at = now() - make_interval(secs => ${nodeDeadAfterMs / 1_000 + 1}) where id = ${nodeId}`.execute(
    database.db(),
  )
}

test('a socket makes an expert reachable, its end unreachable, and open screens hear of both', async () => {
  const { system, told } = listening()
  const { accountId, topic, status, expertId } = await waiting()
  const nodeId = randomUUID()
  expect(await status()).toBe('offline')
  await holdSocket(system, { accountId, nodeId })
  expect(await status()).toBe('online')
  const endedAt = new Date('2026-03-01T10:00:00Z')
  await releaseSocket({ ...system, clock: { now: () => endedAt } }, { accountId, nodeId })
  expect(await status()).toBe('offline')
  expect(told).toEqual([topic, topic])
  const row = await database
    .db()
    .selectFrom('experts')
    .select('last_seen')
    .where('id', '=', expertId)
    .executeTakeFirst()
  expect(row?.last_seen).toEqual(endedAt)
})

test('what is told twice is told once', async () => {
  const { system, told } = listening()
  const { accountId, topic, status } = await waiting()
  const held = { accountId, nodeId: randomUUID() }
  await holdSocket(system, held)
  await holdSocket(system, held)
  expect(told).toEqual([topic])
  await releaseSocket(system, held)
  await releaseSocket(system, held)
  expect(await status()).toBe('offline')
  expect(told).toEqual([topic, topic])
})

test('with sockets in two processes the expert stays until both are gone', async () => {
  const { system, told } = listening()
  const { accountId, topic, status } = await waiting()
  const [first, second] = [randomUUID(), randomUUID()]
  await holdSocket(system, { accountId, nodeId: first })
  await holdSocket(system, { accountId, nodeId: second })
  await releaseSocket(system, { accountId, nodeId: first })
  expect(await status()).toBe('online')
  await releaseSocket(system, { accountId, nodeId: second })
  expect(await status()).toBe('offline')
  expect(told).toEqual([topic, topic])
})

test('a process that falls silent is buried by another, with the sockets it held', async () => {
  const { system, told } = listening()
  const { accountId, topic, status } = await waiting()
  const kept = await waiting()
  const [dead, alive] = [randomUUID(), randomUUID()]
  await beatNode(system, dead)
  await holdSocket(system, { accountId, nodeId: dead })
  await holdSocket(system, { accountId: kept.accountId, nodeId: dead })
  await holdSocket(system, { accountId: kept.accountId, nodeId: alive })
  told.length = 0
  await beatNode(system, alive)
  expect(await status()).toBe('online')
  await silence(dead)
  await beatNode(system, alive)
  expect(await status()).toBe('offline')
  expect(await kept.status()).toBe('online')
  expect(told).toEqual([topic])
})

test('a process that was buried alive learns of it with its next beat, and only then', async () => {
  const { system } = listening()
  const { accountId, status } = await waiting()
  const [slow, other] = [randomUUID(), randomUUID()]
  expect(await beatNode(system, slow)).toEqual({ revived: true })
  expect(await beatNode(system, slow)).toEqual({ revived: false })
  await holdSocket(system, { accountId, nodeId: slow })
  await silence(slow)
  await beatNode(system, other)
  expect(await status()).toBe('offline')
  expect(await beatNode(system, slow)).toEqual({ revived: true })
  await holdSocket(system, { accountId, nodeId: slow })
  expect(await status()).toBe('online')
})

test('a beat in time keeps a process among the living', async () => {
  const { system } = listening()
  const { accountId, status } = await waiting()
  const [slow, other] = [randomUUID(), randomUUID()]
  await holdSocket(system, { accountId, nodeId: slow })
  await silence(slow)
  expect(await beatNode(system, slow)).toEqual({ revived: false })
  await beatNode(system, other)
  expect(await status()).toBe('online')
})

test('of a socket that goes here and one that comes there in the same moment the last word is right', async () => {
  const { system } = listening()
  const { accountId, status } = await waiting()
  for (let round = 0; round < 10; round += 1) {
    const [old, fresh] = [randomUUID(), randomUUID()]
    await holdSocket(system, { accountId, nodeId: old })
    await Promise.all([
      releaseSocket(system, { accountId, nodeId: old }),
      holdSocket(system, { accountId, nodeId: fresh }),
    ])
    expect(await status()).toBe('online')
    await releaseSocket(system, { accountId, nodeId: fresh })
    expect(await status()).toBe('offline')
  }
})

test('a burial and the sockets of the one who is buried do not lock each other out', async () => {
  const { system } = listening()
  const experts = [await waiting(), await waiting(), await waiting()]
  for (let round = 0; round < 10; round += 1) {
    const [slow, other] = [randomUUID(), randomUUID()]
    for (const { accountId } of experts) await holdSocket(system, { accountId, nodeId: slow })
    await silence(slow)
    await Promise.all([
      beatNode(system, other),
      ...experts.map(({ accountId }) => releaseSocket(system, { accountId, nodeId: slow })),
      beatNode(system, randomUUID()),
    ])
    for (const { status } of experts) expect(await status()).toBe('offline')
  }
})

test('a session makes the expert busy, and its end free again', async () => {
  const { system, told } = listening()
  const { accountId, expertId, topic, status } = await waiting()
  await holdSocket(system, { accountId, nodeId: randomUUID() })
  await setInSession(system, { expertId, inSession: true })
  expect(await status()).toBe('busy')
  await setInSession(system, { expertId, inSession: false })
  expect(await status()).toBe('online')
  expect(told).toEqual([topic, topic, topic])
})

test('an account that is no expert is not held, and harms nothing', async () => {
  const { system, told } = listening()
  const { person } = await somebody(database.as, 'student')
  await holdSocket(system, { accountId: person.id, nodeId: randomUUID() })
  await releaseSocket(system, { accountId: person.id, nodeId: randomUUID() })
  expect(told).toEqual([])
})

test('none of it is open to people', async () => {
  const { ctx, accountId, expertId } = await waiting()
  const held = { accountId, nodeId: randomUUID() }
  const visitor = database.as({ kind: 'visitor', address: '' })
  for (const [who, code] of [
    [ctx, 'not_allowed'],
    [visitor, 'not_signed_in'],
  ] as const) {
    await expect(holdSocket(who, held)).rejects.toMatchObject({ code })
    await expect(releaseSocket(who, held)).rejects.toMatchObject({ code })
    await expect(beatNode(who, held.nodeId)).rejects.toMatchObject({ code })
    await expect(setInSession(who, { expertId, inSession: true })).rejects.toMatchObject({ code })
  }
})
