import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountId, expertId } from '#kernel/ids.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { readQueueState } from '#platform/jobs/queue-state.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('due, scheduled and permanently failed jobs are counted separately', async () => {
  const db = database.db()
  expect(await readQueueState(db)).toEqual({ waiting: 0, oldestMs: 0, failed: 0, mailsFailed: 0 })
  await enqueue(db, 'resume_money', {}, { runAt: new Date(Date.now() - 60_000) })
  await enqueue(db, 'prove_books', {}, { runAt: new Date(Date.now() + 60_000) })
  await enqueue(db, 'remove_photos', { profileId: accountId.parse(randomUUID()) }, { key: 'failed' })
  await enqueue(db, 'send_online_alerts', { expertId: expertId.parse(randomUUID()) }, { key: 'failed mail' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key like 'failed%'`.execute(db)
  const state = await readQueueState(db)
  expect(state).toMatchObject({ waiting: 1, failed: 2, mailsFailed: 1 })
  expect(state.oldestMs).toBeGreaterThan(59_000)
})
