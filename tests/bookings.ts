import { randomUUID } from 'node:crypto'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import type { BookingRequest } from '#domain/bookings/contract.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import type { Schedule } from '#domain/schedule/contract.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { listJobsWith } from '#tests/jobs.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'
import { createCast } from '#tests/sessions.ts'

/** Open around the clock, so that a test may choose any 15-minute slot. */
export const aroundTheClock: Schedule = {
  zone: 'Asia/Kolkata',
  bufferMinutes: 0,
  noticeMinutes: 60,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1_440 })),
}

/** Creates students and bookable experts, with a clock that the test controls. */
export function createBookingCast(
  as: (actor: Actor, clock?: Clock) => Context,
  options: Parameters<typeof createCast>[1] = {},
) {
  const cast = createCast(as, options)
  const { ctxAs, clock } = cast
  return {
    ...cast,
    /** Creates a bookable expert, who need not be online. */
    async bookable(schedule: Partial<Schedule> = {}, profile = raviProfile) {
      const { person, expertId, ...rest } = await newExpert(as, { profile })
      const ravi = { ...person, approval: 'approved' as const }
      await saveSchedule(ctxAs(ravi), { ...aroundTheClock, ...schedule })
      return { ...rest, expertId, person: ravi }
    },
    /** Returns the first 15-minute slot after this many hours. */
    inHours(hours: number): Date {
      return nextQuarterHour(clock.now().getTime() + hours * 3_600_000)
    },
    moveTo: (instant: Date, minutes = 0) => clock.advance(instant.getTime() - clock.now().getTime() + minutes * 60_000),
    book: (student: Person, expertId: string, startsAt: Date, changes: Partial<BookingRequest> = {}) =>
      bookSession(ctxAs(student), newBooking(expertId, startsAt, changes)),
    join: (person: Person, id: SessionId) => joinBooking(ctxAs(person), { id }),
  }
}

export function newBooking(expertId: string, startsAt: Date, changes: Partial<BookingRequest> = {}): BookingRequest {
  return {
    id: randomUUID(),
    expertId,
    startsAt,
    minutes: 30,
    zone: 'Europe/Berlin',
    callType: 'video',
    question: 'Why is the sky blue, and the evening red?',
    file: null,
    ratePaisePerMinute: sessionRatePaisePerMinute,
    ...changes,
  }
}

export async function bookingRow(db: Database, id: SessionId) {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Lists the queued jobs of this booking. */
export async function jobsOfBooking(db: Database, id: string) {
  const jobs = await listJobsWith(db, { bookingId: id })
  return jobs.map(({ name, payload, runAt }) => ({ name, runAt, change: payload.news ?? null }))
}

/** Counts the blocked periods of the expert. */
export async function countTaken(db: Database, expertId: AccountId): Promise<number> {
  const rows = await db.selectFrom('expert_time').select('subject_id').where('expert_id', '=', expertId).execute()
  return rows.length
}

/** Moves the booking, its blocked time and its scheduled jobs closer, as if time had passed. */
export function moveBookingCloserSql(id: string, startsAt: Date): string {
  const start = `'${startsAt.toISOString()}'::timestamptz`
  return `
    do $$ declare nearer interval; begin
      select starts_at - ${start} into nearer from bookings where id = '${id}';
      update bookings set starts_at = starts_at - nearer, ends_at = ends_at - nearer where id = '${id}';
      update expert_time set during = tstzrange(lower(during) - nearer, upper(during) - nearer) where subject_id = '${id}';
      update graphile_worker._private_jobs set run_at = run_at - nearer
        where payload->>'bookingId' = '${id}' and run_at > now();
    end $$`
}
