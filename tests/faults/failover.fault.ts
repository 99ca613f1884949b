import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#tests/cluster.ts'
import { connectToCluster, noHarm, type People, steps } from '#tests/faults/calls-under-fault.ts'
import { startPostgresPair } from '#tests/postgres-pair.ts'

let folder: string
let pair: Awaited<ReturnType<typeof startPostgresPair>>
let cluster: Cluster
let people: People

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-faults-'))
  pair = await startPostgresPair(folder)
  cluster = await startCluster({ postgres: pair })
  people = await connectToCluster(cluster)
})
afterAll(async () => {
  await people?.close()
  await cluster?.stop()
  await pair?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('when the primary hangs, the standby is promoted, and no client returns to the old primary', async () => {
  const report = await people.runFault({
    name: 'the primary hangs, the standby is promoted after 5 s',
    calls: [...steps, ...steps],
    async inject() {
      await pair.freezePrimary()
      await sleep(5_000)
      await pair.failOver()
    },
    repair: () => pair.thawPrimary(),
    unbilledMaxSeconds: 12,
  })
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(12)

  // Pending commits there wait for a standby that no longer follows, so they were never acknowledged.
  const old = new pg.Client(pair.oldPrimaryUrl)
  old.on('error', () => undefined)
  await old.connect()
  const listConnected = async () => {
    const { rows } = await old.query(
      `select state, wait_event from pg_stat_activity where usename like 'samjhao%' and wait_event is distinct from 'SyncRep'`,
    )
    return rows
  }
  await expect.poll(listConnected).toEqual([])
  await old.end()
})
