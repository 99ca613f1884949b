import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { accountId } from '#kernel/ids.ts'
import { connectJobs } from '#platform/jobs/connect.ts'
import { holdLeases } from '#platform/jobs/leases.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('a runner renews its own locks, frees expired ones, and leaves the others alone', async () => {
  const payload = {
    profileId: accountId.parse('019a0000-0000-7000-8000-000000000001'),
    purpose: 'reset_password',
  } as const
  for (const owner of ['mine', 'dead runner', 'live runner']) {
    const seconds = owner === 'live runner' ? 20 : 120
    await enqueue(database.db(), 'send_password_link', payload)
    await sql`update graphile_worker._private_jobs
      set locked_by = ${owner}, locked_at = now() - make_interval(secs => ${seconds})
      where locked_by is null`.execute(database.db())
  }
  const pool = connectJobs(database.url(), { max: 1, onError: () => undefined })
  const leases = holdLeases(pool, 'mine', pino({ level: 'silent' }))
  const listLocks = async () => {
    const { rows } = await sql`
      select locked_by as by, extract(epoch from now() - locked_at) < 10 as fresh
      from graphile_worker._private_jobs order by id`.execute(database.db())
    return rows
  }
  await expect.poll(listLocks).toEqual([
    { by: 'mine', fresh: true },
    { by: null, fresh: null },
    { by: 'live runner', fresh: false },
  ])
  leases.stop()
  await pool.end()
})
