import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { type JobRunner, startJobs } from '#platform/jobs/runner.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createHandlers } from '#server/jobs.ts'
import { bookingRow, createBookingCast, jobsOfBooking } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { makeJobsDue } from '#tests/jobs.ts'
import { balanceOf, statementOf } from '#tests/money.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const runners: JobRunner[] = []

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})

/** Starts a process that runs jobs like the product, and collects the keys of its mails. */
function startProcess(mailKeys: string[]): void {
  const services = {
    ...database.as({ kind: 'system' }),
    clock: systemClock,
    config: readConfig({}),
    database: { db: db() },
    mailer: { send: async (_mail: Mail, key: string) => void mailKeys.push(key) },
  }
  const log = pino({ level: 'silent' })
  runners.push(startJobs({ url: database.url(), handlers: createHandlers(services as never), log }))
}

test('a server that was down at the decision time decides the no-show afterwards, once', async () => {
  const [asha, ravi] = [await cast.student(300), await cast.bookable()]
  const id = await cast.book(asha, ravi.expertId, cast.inHours(2))
  // The decision time passes while no process runs jobs. Only the student was present.
  await sql`update bookings set starts_at = now() - interval '11 minutes', ends_at = now() + interval '19 minutes' where id = ${id}`.execute(
    db(),
  )
  await sql`insert into booking_joins values (${id}, 'student', now() - interval '12 minutes', now() - interval '2 minutes')`.execute(
    db(),
  )
  await makeJobsDue(db())
  for (let times = 0; times < 3; times += 1) await enqueue(db(), 'decide_booking', { bookingId: id })

  const mailKeys: string[] = []
  for (let count = 0; count < 2; count += 1) startProcess(mailKeys)
  await expect.poll(() => jobsOfBooking(db(), id)).toEqual([])
  expect(await bookingRow(db(), id)).toMatchObject({ state: 'missed', absent: 'expert', fee_paise: 0 })
  expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(300_00)
  expect(await statementOf(db(), asha.id)).toEqual([300_00])
  const keys = mailKeys.filter((key) => key.startsWith(`booking ${id} missed`))
  expect(new Set(keys)).toEqual(new Set([asha.id, ravi.person.id].map((person) => `booking ${id} missed 0 ${person}`)))
  expect(keys).toHaveLength(2)
})
