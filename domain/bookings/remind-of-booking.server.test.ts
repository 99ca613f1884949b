import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { remindOfBooking } from '#domain/bookings/remind-of-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { minutesLater, systemClock } from '#kernel/time.ts'
import { type Handlers, type JobRunner, startJobs } from '#platform/jobs/runner.ts'
import { createBookingCast, jobsOfBooking } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs, system } = cast
const day = 24 * 60

async function createBooking(hours: number) {
  const [asha, ravi] = [await cast.student(2_000), await cast.bookable()]
  const startsAt = cast.inHours(hours)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  return { asha, ravi, startsAt, id }
}

/** The scheduled times of the reminders, the earliest first. */
async function listPlanned(id: string): Promise<Date[]> {
  const jobs = await jobsOfBooking(database.db(), id)
  return jobs
    .filter(({ name }) => name === 'remind_of_booking')
    .map((job) => job.runAt)
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** The reminders that both sides have received, in minutes before the start. */
async function listSentReminders(id: string): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`
    select (facts->>'minutesBefore')::integer as minutes from notifications
    where kind = 'reminder' and facts->>'bookingId' = ${id} order by id`.execute(database.db())
  return rows.map(({ minutes }) => minutes)
}

const remind = (id: SessionId, minutes: number) => remindOfBooking(system(), { bookingId: id, minutes })

describe('reminders of a booking', () => {
  test('are scheduled a day and a quarter of an hour before its start', async () => {
    const { startsAt, id } = await createBooking(30)
    expect(await listPlanned(id)).toEqual([minutesLater(startsAt, -day), minutesLater(startsAt, -15)])
  })

  test('are limited to the last one when the start is less than a day away', async () => {
    const { startsAt, id } = await createBooking(5)
    expect(await listPlanned(id)).toEqual([minutesLater(startsAt, -15)])
  })

  test('move with a rescheduled booking and are deleted with a cancelled one', async () => {
    const { asha, startsAt, id } = await createBooking(50)
    const sooner = minutesLater(startsAt, -40 * 60)
    await rescheduleBooking(ctxAs(asha), { id, startsAt: sooner })
    expect(await listPlanned(id)).toEqual([minutesLater(sooner, -15)])
    await cancelBooking(ctxAs(asha), { id, shownFeePaise: 75_00 })
    expect(await listPlanned(id)).toEqual([])
  })
})

describe('a reminder', () => {
  test('is sent to both sides once, however often its job runs', async () => {
    const { startsAt, id } = await createBooking(30)
    cast.moveTo(startsAt, -day)
    await Promise.all([remind(id, day), remind(id, day), remind(id, day)])
    expect(await listSentReminders(id)).toEqual([day, day])
    cast.moveTo(startsAt, -15)
    await remind(id, 15)
    await remind(id, 15)
    expect(await listSentReminders(id)).toEqual([day, day, 15, 15])
  })

  test('is scheduled again when its job runs too early, and skipped when it runs too late', async () => {
    const { startsAt, id } = await createBooking(30)
    await remind(id, day)
    expect(await listPlanned(id)).toHaveLength(2)
    // The server was down for a day, so only the nearer reminder is sent.
    cast.moveTo(startsAt, -10)
    await remind(id, day)
    expect(await listSentReminders(id)).toEqual([])
    await remind(id, 15)
    expect(await listSentReminders(id)).toEqual([15, 15])
  })

  test('is not sent for a started or cancelled booking', async () => {
    const late = await createBooking(3)
    cast.moveTo(late.startsAt, 1)
    await remind(late.id, 15)
    expect(await listSentReminders(late.id)).toEqual([])
    const cancelled = await createBooking(3)
    await cancelBooking(ctxAs(cancelled.ravi.person), { id: cancelled.id, shownFeePaise: 0 })
    cast.moveTo(cancelled.startsAt, -15)
    await remind(cancelled.id, 15)
    expect(await listSentReminders(cancelled.id)).toEqual([])
  })

  test('is sent again for a new time', async () => {
    const { asha, startsAt, id } = await createBooking(30)
    cast.moveTo(startsAt, -day)
    await remind(id, day)
    const later = minutesLater(startsAt, 3 * day)
    await rescheduleBooking(ctxAs(asha), { id, startsAt: later })
    cast.moveTo(later, -day)
    await remind(id, day)
    expect(await listSentReminders(id)).toHaveLength(4)
  })
})

describe('when no server runs at the due time', () => {
  const runners: JobRunner[] = []
  afterEach(async () => void (await Promise.all(runners.splice(0).map((runner) => runner.stop()))))

  /** A server with its own clock. With `crashes` it crashes before it can complete the job. */
  function startServer({ crashes = false } = {}) {
    const remind_of_booking: Handlers['remind_of_booking'] = async (payload) => {
      await remindOfBooking({ ...system(), clock: systemClock }, payload)
      if (crashes) throw new Error('killed')
    }
    const handlers = { remind_of_booking } as Handlers
    const runner = startJobs({
      url: database.url(),
      handlers,
      log: pino({ level: 'silent' }),
      concurrency: 2,
    })
    runners.push(runner)
    return runner
  }

  test('the next server sends the reminder once', async () => {
    const { id } = await createBooking(2)
    // The due time has passed while no server ran.
    await database
      .db()
      .updateTable('bookings')
      .set({
        starts_at: sql`now() + interval '14 minutes'`,
        ends_at: sql`now() + interval '44 minutes'`,
      })
      .where('id', '=', id)
      .execute()
    const makeDue = () =>
      sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'
        where payload->>'bookingId' = ${id} and payload->>'minutes' is not null`.execute(database.db())
    await makeDue()
    const killed = startServer({ crashes: true })
    await expect.poll(() => listSentReminders(id)).toEqual([15, 15])
    await killed.stop()
    await makeDue()
    startServer()
    startServer()
    await expect.poll(() => listPlanned(id)).toEqual([])
    expect(await listSentReminders(id)).toEqual([15, 15])
  })
})
