import { expect, test } from 'vitest'
import { daysLater, systemClock } from '#kernel/time.ts'
import { notificationsKeptDays } from '#kernel/limits.ts'
import { createHandlers } from '#server/jobs.ts'
import { afterEachStatementOn } from '#tests/after-statement.ts'
import { useDatabase } from '#tests/database.ts'
import { listJobs } from '#tests/jobs.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('old data is deleted even if one of the daily deletions fails, and the failure is reported', async () => {
  const { person } = await newSignedInPerson(database.as)
  const now = systemClock.now()
  await database
    .db()
    .insertInto('notifications')
    .values({
      account_id: person.id,
      kind: 'money',
      facts: '{}',
      once_key: 'old',
      created_at: daysLater(now, -notificationsKeptDays - 1),
    })
    .execute()
  const unreadable = () => Promise.reject(new Error('a board cannot be read'))
  const { db } = afterEachStatementOn(database.as({ kind: 'system' }), ['board_writers'], unreadable)
  const services = { clock: systemClock, config: {}, database: { db }, publish: () => undefined }
  const { forget_old_traces } = createHandlers(services as unknown as Parameters<typeof createHandlers>[0])
  const job = {} as Parameters<typeof forget_old_traces>[1]
  await expect(forget_old_traces({}, job)).rejects.toThrow('some daily deletions failed: a board cannot be read')
  const kept = await database.db().selectFrom('notifications').select('id').where('once_key', '=', 'old').execute()
  expect(kept).toEqual([])
  expect(await listJobs(database.db(), 'forget_old_traces')).toHaveLength(1)
})
