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
  const mailJobs = ['send_ticket_mail', 'deliver_notification'] as const
  expect(await readQueueState(db, { mailJobs })).toEqual({ waiting: 0, oldestMs: 0, failed: 0, mailsFailed: 0 })
  await enqueue(db, 'resume_money', {}, { runAt: new Date(Date.now() - 60_000) })
  await enqueue(db, 'prove_books', {}, { runAt: new Date(Date.now() + 60_000) })
  await enqueue(db, 'remove_photos', { profileId: accountId.parse(randomUUID()) }, { key: 'failed' })
  // This job does not send mail: it only creates notifications.
  await enqueue(db, 'send_online_alerts', { expertId: expertId.parse(randomUUID()) }, { key: 'failed alerts' })
  for (const key of ['failed notification', 'failed second notification']) {
    await enqueue(db, 'deliver_notification', { notificationId: randomUUID() }, { key })
  }
  await enqueue(db, 'send_ticket_mail', { number: 1, about: 'received' }, { key: 'failed ticket mail' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key like 'failed%'`.execute(db)
  const state = await readQueueState(db, { mailJobs })
  expect(state).toMatchObject({ waiting: 1, failed: 5, mailsFailed: 3 })
  expect(state.oldestMs).toBeGreaterThan(59_000)
})
