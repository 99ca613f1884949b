import { sql } from 'kysely'
import type { Absent, BookingView, OwnSchedule } from '#domain/bookings/contract.ts'
import { bookingPrice, joinFrom, lateFee } from '#domain/bookings/rules.ts'
import { findAvailability } from '#domain/bookings/schedule-rows.server.ts'
import type { BookingState } from '#domain/bookings/states.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { type CallType, isSessionId } from '#domain/sessions/contract.ts'
import { moverOf } from '#domain/sessions/move-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import { bookingMovesMax, bookingsShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone } from '#kernel/time.ts'

/** One's own hours, with the days on which they do not hold. */
export async function getOwnSchedule(ctx: Context): Promise<OwnSchedule> {
  allow(ctx.actor, 'approvedExpert')
  if (!isPerson(ctx.actor)) throw new Refusal('not_signed_in')
  const found = await findAvailability(ctx, ctx.actor.id)
  if (!found) return { schedule: null, exceptions: [] }
  const { exceptions, ...schedule } = found
  return { schedule, exceptions }
}

/** One booking, for its two people and the team; to anybody else there is none. */
export async function getBooking(ctx: Context, id: string): Promise<BookingView> {
  allow(ctx.actor, 'signedIn')
  if (!isSessionId(id)) throw new Refusal('no_such_booking')
  const row = await bookingsWithNames(ctx).where('bookings.id', '=', id).executeTakeFirst()
  const mover = row && moverOf(ctx.actor, row)
  const isTeam = isPerson(ctx.actor) && ctx.actor.role === 'team' && !ctx.actor.secondFactorMissing
  if (!row || (!mover && !isTeam)) throw new Refusal('no_such_booking')
  return toView(row, mover === 'student' || mover === 'expert' ? mover : null)
}

/** What lies ahead of whoever asks, or has just begun, the next first. */
export async function listUpcoming(ctx: Context): Promise<BookingView[]> {
  allow(ctx.actor, 'signedIn')
  return listOwn(ctx, { from: ctx.clock.now(), states: ['booked', 'begun'] })
}

/** All of one's own bookings of a while, for a calendar. */
export async function listBookings(
  ctx: Context,
  { from, to }: { from: Date; to: Date },
): Promise<BookingView[]> {
  allow(ctx.actor, 'signedIn')
  return listOwn(ctx, { from, to, states: ['booked', 'begun', 'missed'] })
}

/** How many sessions are booked with the expert who asks on these days of theirs. */
export async function countBookedOn(
  ctx: Context,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<number> {
  allow(ctx.actor, 'approvedExpert')
  if (!isPerson(ctx.actor)) throw new Refusal('not_signed_in')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bookings b join schedules s using (expert_id)
    where b.expert_id = ${ctx.actor.id} and b.state = 'booked'
      and b.starts_at < ((${lastDay}::date + 1)::timestamp at time zone s.zone)
      and b.ends_at > (${firstDay}::date::timestamp at time zone s.zone)`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

async function listOwn(
  ctx: Context,
  { from, to, states }: { from: Date; to?: Date; states: BookingState[] },
): Promise<BookingView[]> {
  if (!isPerson(ctx.actor)) return []
  const { id, role } = ctx.actor
  const rows = await bookingsWithNames(ctx)
    .where(role === 'expert' ? 'bookings.expert_id' : 'bookings.student_id', '=', id)
    .where('bookings.state', 'in', states)
    .where('bookings.ends_at', '>', from)
    .$if(to !== undefined, (query) => query.where('bookings.starts_at', '<', to as Date))
    .orderBy('bookings.starts_at')
    .limit(bookingsShownMax)
    .execute()
  return rows.map((row) => toView(row, role === 'expert' ? 'expert' : 'student'))
}

/** For the mail to one of the two; nothing when that is not one of them, or has left. */
export async function findMailedBooking(
  ctx: Context,
  { bookingId, profileId }: { bookingId: string; profileId: string },
) {
  allow(ctx.actor, 'system')
  const row = await bookingsWithNames(ctx)
    .innerJoin('profiles as reader', (join) => join.on('reader.id', '=', profileId))
    .leftJoin('schedules', 'schedules.expert_id', 'bookings.expert_id')
    .select(['reader.email as reader_email', 'reader.full_name as reader_name'])
    .select('schedules.zone as expert_zone')
    .where('bookings.id', '=', bookingId)
    .where('reader.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || (profileId !== row.student_id && profileId !== row.expert_id)) return null
  const side = profileId === row.student_id ? 'student' : 'expert'
  return {
    booking: toView(row, side),
    reader: { name: row.reader_name, email: row.reader_email },
    zone: side === 'student' ? row.student_zone : (row.expert_zone ?? defaultZone),
    sequence: row.sequence,
  }
}

function bookingsWithNames(ctx: Context) {
  return ctx.db
    .selectFrom('bookings')
    .innerJoin('profiles as student', 'student.id', 'bookings.student_id')
    .innerJoin('profiles as expert', 'expert.id', 'bookings.expert_id')
    .leftJoin('experts', 'experts.user_id', 'bookings.expert_id')
    .selectAll('bookings')
    .select([
      'student.full_name as student_name',
      'expert.full_name as expert_name',
      'experts.id as record_id',
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof bookingsWithNames>['executeTakeFirst']>>>

function toView(row: Row, side: Side | null): BookingView {
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  const pricePaise = bookingPrice({ minutes: row.minutes, ratePaisePerMinute })
  return {
    id: row.id as SessionId,
    side,
    state: row.state as BookingState,
    callType: row.call_type as CallType,
    studentName: row.student_name,
    expertName: row.expert_name,
    expertId: row.record_id as ExpertId | null,
    question: row.question,
    fileName: row.file_name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minutes: row.minutes,
    ratePaisePerMinute,
    pricePaise,
    lateFeePaise: lateFee(pricePaise),
    movesLeft: Math.max(0, bookingMovesMax - row.moves),
    joinFrom: joinFrom(row.starts_at),
    cancelledBy: row.cancelled_by as Side | null,
    absent: row.absent as Absent | null,
    feePaise: row.fee_paise === null ? null : paise(row.fee_paise),
  }
}
