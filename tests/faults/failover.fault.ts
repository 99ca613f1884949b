import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { noHarm, steps } from '#tests/faults/calls-under-fault.ts'
import { useCluster } from '#tests/faults/use-cluster.ts'
import { startPostgresPair } from '#tests/postgres-pair.ts'

const fixture = useCluster(async (stopLater) => {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-faults-'))
  stopLater(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgresPair(folder)
  stopLater(postgres.stop)
  return { postgres }
})

test('when the primary hangs, the standby is promoted, and no client returns to the old primary', async () => {
  const report = await fixture.people.runFault({
    name: 'the primary hangs, the standby is promoted after 5 s',
    calls: [...steps, ...steps],
    async inject() {
      await fixture.postgres.freezePrimary()
      await sleep(5_000)
      await fixture.postgres.failOver()
    },
    repair: () => fixture.postgres.thawPrimary(),
    unbilledMaxSeconds: 12,
  })
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(12)

  // Commits that wait for the lost standby (SyncRep) are ignored, because they were never acknowledged.
  const oldPrimary = new pg.Client(fixture.postgres.oldPrimaryUrl)
  oldPrimary.on('error', () => undefined)
  await oldPrimary.connect()
  const listConnected = async () => {
    const { rows } = await oldPrimary.query(
      `select state, wait_event from pg_stat_activity where usename like 'samjhao%' and wait_event is distinct from 'SyncRep'`,
    )
    return rows
  }
  await expect.poll(listConnected).toEqual([])
  await oldPrimary.end()
})
