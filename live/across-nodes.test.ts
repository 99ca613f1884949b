import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import { closedWithinMs } from '#live/connection.server.ts'
import { signInCheckMs } from '#live/gateway.server.ts'
import { connectBus, disconnectedWithinMs } from '#platform/bus/postgres-notify.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { createLiveSources } from '#server/live.ts'
import { LiveTestClient, person, personId, startLive } from '#tests/live.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const asha = person(1)
const expertTopic = `expert:${personId(9)}`
const log = { warn: () => undefined }
const closers: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A node as in production: with its own database connection, bus and gateway. */
async function startNode(readTopic: () => Promise<unknown>) {
  const { pool, close } = connectDatabase(database.url(), () => undefined, 2)
  closers.push(close)
  const bus = await connectBus({ url: database.url(), pool, log })
  closers.push(() => bus.close())
  const live = await startLive({ bus, readTopic, authenticate: async () => asha })
  closers.push(live.stop)
  const peer = new LiveTestClient(live.url)
  closers.push(() => peer.socket.terminate())
  await expect.poll(() => peer.last?.type).toBe('hello')
  return { bus, peer }
}

test('a change on one node reaches the sockets of another through PostgreSQL', async () => {
  let isOnline = false
  const here = await startNode(async () => ({ isOnline, status: 'offline' }))
  const there = await startNode(async () => ({ isOnline, status: 'offline' }))
  there.peer.send({ type: 'watch', topic: expertTopic })
  await expect.poll(() => there.peer.last).toMatchObject({ data: { isOnline: false, status: 'offline' } })
  isOnline = true
  await here.bus.publish(expertTopic, '{}')
  await expect.poll(() => there.peer.last).toMatchObject({ data: { isOnline: true, status: 'offline' } })
  await here.bus.publish(`person:${asha.id}`, JSON.stringify({ type: 'all_ended' }))
  for (const { peer } of [here, there]) await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
})

test('a sign-out on another node closes the socket within five seconds, even while the bus is disconnected', async () => {
  const { person: ravi } = await newSignedInPerson(database.as)
  const { pool, db, close } = connectDatabase(database.url(), () => undefined, 2)
  closers.push(close)
  // The bus reconnects only after a minute. Until then this node receives no messages, but can read the database.
  const bus = await connectBus({ url: database.url(), pool, log, reconnectDelaysMs: [60_000] })
  closers.push(() => bus.close())
  const clock = { now: () => new Date() }
  const { listValidSignIns } = createLiveSources({ config: {}, database: { db }, clock } as never)
  // Errors are ignored, because a check that fails on a busy machine is repeated a second later.
  const silentLog = { error: () => undefined }
  const live = await startLive({ bus, authenticate: async () => ravi, listValidSignIns, log: silentLog })
  closers.push(live.stop)
  const peer = new LiveTestClient(live.url)
  await expect.poll(() => peer.last?.type).toBe('hello')
  expect(bus.isDisconnected()).toBe(false)

  await cutBusConnections()
  await expect.poll(() => bus.isDisconnected()).toBe(true)
  await signOut(database.as(ravi))
  await expect.poll(() => peer.closedWith).toBe(closeCodes.signedOut)
  expect(disconnectedWithinMs + signInCheckMs + closedWithinMs).toBeLessThanOrEqual(5_000)
})

async function cutBusConnections(): Promise<void> {
  const superuser = new pg.Client(inject('postgres').superuserUrl)
  await superuser.connect()
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'samjhao bus' and datname = $1`,
    [new URL(database.url()).pathname.slice(1)],
  )
  await superuser.end()
}
