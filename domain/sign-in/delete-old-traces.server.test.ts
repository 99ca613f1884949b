import { expect, test } from 'vitest'
import { deleteOldTraces } from '#domain/sign-in/delete-old-traces.server.ts'
import { countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { sendPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { daysLater, hoursLater } from '#kernel/time.ts'
import { readConfig } from '#server/config.server.ts'
import { createHandlers } from '#server/jobs.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const { product } = readConfig({})
const start = new Date('2026-05-01T10:00:00Z')
const clockOn = (day: number) => ({ now: () => daysLater(start, day) })

async function countRows() {
  const count = async (table: 'sign_ins' | 'one_time_links' | 'sign_in_throttles' | 'hourly_counts') =>
    (await database.db().selectFrom(table).selectAll().execute()).length
  return {
    signIns: await count('sign_ins'),
    links: await count('one_time_links'),
    attempts: await count('sign_in_throttles'),
    uploads: await count('hourly_counts'),
  }
}

test('expired records are deleted after a day, and records still in use are kept', async () => {
  const { email, password, person } = await newSignedInPerson(database.as)
  await database.db().deleteFrom('sign_ins').execute()
  const visitor = database.as({ kind: 'visitor', address: '203.0.113.7' }, clockOn(0))
  await signIn(visitor, { email, password, userAgent: '' })
  await expect(signIn(visitor, { email, password: 'a guess', userAgent: '' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  const mailer = { send: async () => undefined }
  await sendPasswordLink(
    { ...database.as({ kind: 'system' }, clockOn(0)), mailer, product },
    { profileId: person.id, purpose: 'reset_password' },
  )
  await countInHour(database.db(), { key: 'k', max: 1, refusal: 'too_many_photos' }, start)
  const all = await countRows()
  expect(all).toEqual({ signIns: 1, links: 1, attempts: 4, uploads: 1 })

  const deleteTracesOn = (day: number) => deleteOldTraces(database.as({ kind: 'system' }, clockOn(day)))
  await deleteTracesOn(1)
  expect(await countRows()).toEqual(all)
  await deleteTracesOn(2)
  expect(await countRows()).toEqual({ signIns: 1, links: 0, attempts: 0, uploads: 0 })
  await deleteTracesOn(32)
  expect((await countRows()).signIns).toBe(0)
})

test('a known browser loses its address after 90 days, but stays known for longer', async () => {
  const { email, password, person } = await newSignedInPerson(database.as)
  const visitor = database.as({ kind: 'visitor', address: '203.0.113.7' }, clockOn(0))
  await signIn(visitor, { email, password, userAgent: 'Firefox' })
  const browsers = () =>
    database
      .db()
      .selectFrom('known_browsers')
      .select(['address', 'user_agent'])
      .where('profile_id', '=', person.id)
      .execute()
  await deleteOldTraces(database.as({ kind: 'system' }, clockOn(90)))
  expect(await browsers()).toEqual([{ address: '203.0.113.7', user_agent: 'Firefox' }])
  await deleteOldTraces(database.as({ kind: 'system' }, clockOn(91)))
  expect(await browsers()).toEqual([{ address: null, user_agent: null }])
})

test('only the system can delete old traces', async () => {
  const { person } = await newSignedInPerson(database.as, 'team')
  await expect(deleteOldTraces(database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(deleteOldTraces(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('the deletion enqueues itself for the next day, once', async () => {
  const services = { ...database.as({ kind: 'system' }, clockOn(0)), database: { db: database.db() }, config: {} }
  const handlers = createHandlers(services as never)
  await handlers.forget_old_traces({}, {} as never)
  await handlers.forget_old_traces({}, {} as never)
  const jobs = await database
    .db()
    .selectFrom('graphile_worker.jobs' as never)
    .select(['task_identifier', 'run_at'] as never)
    .where('task_identifier' as never, '=', 'forget_old_traces' as never)
    .execute()
  expect(jobs).toEqual([{ task_identifier: 'forget_old_traces', run_at: daysLater(start, 1) }])
})

test('the search for suspicious pairs enqueues itself for the next hour, once', async () => {
  const services = { ...database.as({ kind: 'system' }, clockOn(0)), database: { db: database.db() }, config: {} }
  const handlers = createHandlers(services as never)
  await handlers.find_pairs({}, {} as never)
  await handlers.find_pairs({}, {} as never)
  const jobs = await database
    .db()
    .selectFrom('graphile_worker.jobs' as never)
    .select(['run_at'] as never)
    .where('task_identifier' as never, '=', 'find_pairs' as never)
    .execute()
  expect(jobs).toEqual([{ run_at: hoursLater(start, 1) }])
})
