import { z } from 'zod'
import type { Calendar, CalendarDay, CalendarEntry } from '#domain/bookings/contract.ts'
import { listBookings } from '#domain/bookings/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findAvailability, listBusy, type StoredAvailability } from '#domain/schedule/schedule-rows.server.ts'
import { addDays, mondayOf, openOn, type Span, spanOfDay } from '#domain/schedule/slots.server.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import { dayOf } from '#kernel/days.ts'
import type { AccountId } from '#kernel/ids.ts'
import { bookingsShownMax, callMaxHours } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'

type CalendarOptions = {
  /** Any day of the week. Invalid or null means today. */
  day: string | null
  /** The default zone for an expert without a saved one. */
  zone: string
  /** Start the week on that day instead of its Monday. */
  fromDay?: boolean
}

/**
 * Returns a week of the acting expert in the expert's zone: hours, exceptions, bookings, and calls without a booking.
 */
export async function getCalendar(ctx: Context, options: CalendarOptions): Promise<Calendar> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  const availability = await findAvailability(ctx, id)
  const zone = availability?.zone ?? options.zone
  const today = dayOf(ctx.clock.now(), zone)
  const day = z.iso.date().safeParse(options.day).data ?? today
  const first = options.fromDay ? day : mondayOf(day)
  const days = Array.from({ length: 7 }, (_, index) => toSpannedDay(addDays(first, index), zone))
  const [from, to] = [days[0]?.startsAt, days.at(-1)?.endsAt]
  if (!from || !to) throw new Error('the week has no days')
  const busy = await listBusy(ctx, { expertId: id, around: { from: from.getTime(), to: to.getTime() } })
  const entries = [
    ...(await listBookings(ctx, { from, to })).map(toEntry),
    ...(await listCalls(ctx, id, { from, to })),
  ].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  return {
    zone,
    today,
    day,
    before: { day: addDays(day, -1), week: addDays(first, -7) },
    after: { day: addDays(day, 1), week: addDays(first, 7) },
    days: days.map((each) => fillDay(each, availability, { busy, entries })),
    hasHours: availability !== null && availability.weekly.length + availability.exceptions.length > 0,
  }
}

type SpannedDay = Pick<CalendarDay, 'day' | 'startsAt' | 'endsAt'>

function toSpannedDay(day: string, zone: string): SpannedDay {
  const { from, to } = spanOfDay(day, zone)
  return { day, startsAt: new Date(from), endsAt: new Date(to) }
}

/** An entry that lasts past midnight belongs to the day on which it began. */
function fillDay(
  each: SpannedDay,
  availability: StoredAvailability | null,
  { busy, entries }: { busy: Span[]; entries: CalendarEntry[] },
): CalendarDay {
  const open = availability ? openOn(availability, each.day) : []
  return {
    ...each,
    open: open.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
    exception: availability && findException(availability, each.day),
    busy: cutToDay(busy, each),
    entries: entries.filter(({ startsAt }) => startsAt >= each.startsAt && startsAt < each.endsAt),
  }
}

/** A busy time may begin before the day and end after it. */
function cutToDay(busy: Span[], { startsAt, endsAt }: SpannedDay): { from: Date; to: Date }[] {
  return busy
    .map(({ from, to }) => ({ from: Math.max(from, startsAt.getTime()), to: Math.min(to, endsAt.getTime()) }))
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
}

function findException({ exceptions }: StoredAvailability, day: string): CalendarDay['exception'] {
  const special = exceptions.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
  if (special.length === 0) return null
  return special.some(({ hours }) => hours === null) ? 'closed' : 'other hours'
}

function toEntry(booking: Awaited<ReturnType<typeof listBookings>>[number]): CalendarEntry {
  const { id, startsAt, endsAt, studentName, callType, state } = booking
  return { id, kind: 'booking', startsAt, endsAt, studentName, callType, state }
}

/** Lists answered calls, except those of bookings, which `listBookings` returns. */
async function listCalls(
  { db, clock }: Context,
  id: AccountId,
  { from, to }: { from: Date; to: Date },
): Promise<CalendarEntry[]> {
  const rows = await db
    .selectFrom('help_sessions')
    .innerJoin('profiles as student', 'student.id', 'help_sessions.student_id')
    .select(['help_sessions.id', 'answered_at', 'connected_at', 'ended_at', 'call_type', 'state'])
    .select('student.full_name as student_name')
    .where('expert_id', '=', id)
    .where('asked_at', '>', hoursLater(from, -callMaxHours))
    .where('asked_at', '<', to)
    .where('answered_at', 'is not', null)
    .where('state', '!=', 'failed_to_connect' satisfies SessionState)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bookings').select('bookings.id').whereRef('bookings.id', '=', 'help_sessions.id'))),
    )
    .orderBy('asked_at')
    .limit(bookingsShownMax)
    .execute()
  return rows.map((row): CalendarEntry => ({
    id: row.id,
    kind: 'session',
    startsAt: row.connected_at ?? row.answered_at ?? from,
    endsAt: row.ended_at ?? clock.now(),
    studentName: row.student_name,
    callType: row.call_type,
    state: row.state,
  }))
}
