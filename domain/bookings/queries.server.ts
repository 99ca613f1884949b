import { sql } from 'kysely'
import type {
  BookedIncome,
  BookingEvent,
  BookingPage,
  BookingView,
  ContinueAgreement,
} from '#domain/bookings/contract.ts'
import { bookingPrice, joinFrom, lateFee } from '#domain/bookings/rules.ts'
import type { BookingState } from '#domain/bookings/states.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, policies } from '#domain/policy.ts'
import { findScheduleZone } from '#domain/schedule/queries.server.ts'
import { spanOfDay } from '#domain/schedule/slots.server.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import { openStates, type Side } from '#domain/sessions/states.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { bookingMinutes, bookingMovesMax, bookingsPageSize, bookingsShownMax, feedBookingsMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater, minutesLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'

/** Returns one booking for its participants and team members who support people. All others get `no_such_booking`. */
export async function getBooking(ctx: Context, id: string): Promise<BookingView> {
  allow(ctx.actor, 'signedIn')
  if (!isUuid<SessionId>(id)) throw new Refusal('no_such_booking')
  const row = await selectBookings(ctx).where('bookings.id', '=', id).executeTakeFirst()
  const role = row && roleInSession(ctx.actor, row)
  if (!row || (!role && !policies.supportPeople(ctx.actor))) throw new Refusal('no_such_booking')
  return toView(row, role === 'student' || role === 'expert' ? role : null)
}

/** Lists the actor's upcoming and running bookings, the next first. */
export async function listUpcoming(ctx: Context): Promise<BookingView[]> {
  allow(ctx.actor, 'signedIn')
  const { ownBookings, side } = selectOwnBookings(ctx)
  const rows = await ownBookings
    // No session lasts a whole day, so older rows can be skipped.
    .where('bookings.starts_at', '>', daysLater(ctx.clock.now(), -1))
    .where(sql<boolean>`not ${isOver(ctx)}`)
    .orderBy('bookings.starts_at')
    .limit(bookingsShownMax)
    .execute()
  return rows.map((row) => toView(row, side))
}

/** Lists the actor's past bookings with any outcome, the latest first. */
export async function listPast(ctx: Context, { before }: { before?: string } = {}): Promise<BookingPage> {
  allow(ctx.actor, 'signedIn')
  const { ownBookings, side, id } = selectOwnBookings(ctx)
  const rows = await ownBookings
    .where(isOver(ctx))
    .$if(before !== undefined && isUuid(before), (query) =>
      query.where(
        sql<boolean>`(bookings.starts_at, bookings.id) < (select last.starts_at, last.id from bookings last
          where last.id = ${before} and ${sql.ref(`last.${side}_id`)} = ${id})`,
      ),
    )
    .orderBy('bookings.starts_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(bookingsPageSize + 1)
    .execute()
  const bookings = rows.slice(0, bookingsPageSize).map((row) => toView(row, side))
  return { bookings, next: rows.length > bookingsPageSize ? (bookings.at(-1)?.id ?? null) : null }
}

/** Lists the actor's bookings in a period, for a calendar. */
export async function listBookings(ctx: Context, { from, to }: { from: Date; to: Date }): Promise<BookingView[]> {
  allow(ctx.actor, 'signedIn')
  const { ownBookings, side } = selectOwnBookings(ctx)
  const rows = await ownBookings
    .where('bookings.state', 'in', ['booked', 'begun', 'missed'] satisfies BookingState[])
    .where('bookings.ends_at', '>', from)
    .where('bookings.starts_at', '>', earliestStart(from))
    .where('bookings.starts_at', '<', to)
    .orderBy('bookings.starts_at')
    .limit(bookingsShownMax)
    .execute()
  return rows.map((row) => toView(row, side))
}

/** Lists the latest bookings of an expert since this time, even cancelled ones, each with the number of its version. */
export async function listFeedBookings(
  ctx: Context,
  { expertId, from }: { expertId: AccountId; from: Date },
): Promise<{ booking: BookingView; sequence: number }[]> {
  const rows = await selectBookings(ctx)
    .where('bookings.expert_id', '=', expertId)
    .where('bookings.starts_at', '>', from)
    .orderBy('bookings.starts_at', 'desc')
    .limit(feedBookingsMax)
    .execute()
  return rows.map((row) => ({ booking: toView(row, 'expert'), sequence: row.sequence }))
}

/** Counts the bookings of the acting expert on these days in the expert's zone. */
export async function countBookedOn(
  ctx: Context,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<number> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  const zone = await findScheduleZone(ctx, id)
  if (!zone) return 0
  const from = new Date(spanOfDay(firstDay, zone).from)
  const to = new Date(spanOfDay(lastDay, zone).to)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bookings
    where expert_id = ${id} and state = 'booked' and ends_at > ${from}
      and starts_at > ${earliestStart(from)} and starts_at < ${to}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** What the acting expert will earn with booked sessions. Each part is rounded down, as when it is settled. */
export async function getBookedIncome(ctx: Context): Promise<BookedIncome> {
  allow(ctx.actor, 'approvedExpert')
  const now = ctx.clock.now()
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*)::integer as count,
      coalesce(sum(minutes * rate_paise_per_minute * share_percent / 100), 0)::bigint as amount
    from bookings
    where expert_id = ${ctx.actor.id} and state = 'booked' and ends_at > ${now}
      and starts_at > ${earliestStart(now)}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, amountPaise: paise(rows[0]?.amount ?? 0) }
}

/** A booking that starts at or before this time is over by `instant`. The index covers only start times. */
function earliestStart(instant: Date): Date {
  return minutesLater(instant, -Math.max(...bookingMinutes))
}

function selectOwnBookings(ctx: Context) {
  if (!isPerson(ctx.actor)) throw new Refusal('not_signed_in')
  const { id } = ctx.actor
  const side: Side = ctx.actor.role === 'expert' ? 'expert' : 'student'
  return { id, side, ownBookings: selectBookings(ctx).where(`bookings.${side}_id`, '=', id) }
}

/** A started session may last longer or shorter than booked. */
function isOver({ clock }: Context) {
  return sql<boolean>`(bookings.state in ('cancelled', 'missed') or case when sessions.state is null
    then bookings.ends_at <= ${clock.now()} else sessions.state <> all (${openStates}::text[]) end)`
}

/** Lists the events of a booking that the actor may see, in order, without those of its session. */
export async function listBookingEvents(ctx: Context, booking: BookingView): Promise<BookingEvent[]> {
  const { id, cancelledBy } = await getBooking(ctx, booking.id)
  const [row, joins] = await Promise.all([
    ctx.db
      .selectFrom('bookings')
      .select(['booked_at', 'closed_at', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('booking_joins').select(['side', 'first_at', 'last_at']).where('booking_id', '=', id).execute(),
  ])
  const joinEvents = joins.map(({ side, first_at }) => ({ at: first_at, what: 'came' as const, side }))
  // The end of waiting matters only if the booking was missed.
  const waitEvents = joins
    .filter(({ first_at, last_at }) => row.state === 'missed' && last_at > first_at)
    .map(({ side, last_at }) => ({ at: last_at, what: 'was there last' as const, side }))
  const closed: BookingEvent[] = row.closed_at
    ? [{ at: row.closed_at, what: cancelledBy ? 'cancelled' : 'missed', side: cancelledBy }]
    : []
  return [
    { at: row.booked_at, what: 'booked' as const, side: 'student' as const },
    ...joinEvents,
    ...waitEvents,
    ...closed,
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns which sides agree to continue. Null for a session without a booking. */
export async function findContinueAgreement({ db, actor }: Context, id: SessionId): Promise<ContinueAgreement | null> {
  allow(actor, 'system')
  const agreement = await db
    .selectFrom('bookings')
    .innerJoin('help_sessions', 'help_sessions.id', 'bookings.id')
    .select(['student_goes_on as student', 'expert_goes_on as expert', 'may_extend as isAgreed'])
    .where('bookings.id', '=', id)
    .executeTakeFirst()
  return agreement ?? null
}

/** Returns the booking for a mail to one participant. Null for other people and deleted accounts. */
export async function findMailedBooking(
  ctx: Context,
  { bookingId, profileId }: { bookingId: SessionId; profileId: AccountId },
) {
  allow(ctx.actor, 'system')
  const row = await selectBookings(ctx)
    .innerJoin('profiles as reader', (join) => join.on('reader.id', '=', profileId))
    .select(['reader.email as reader_email', 'reader.full_name as reader_name'])
    .where('bookings.id', '=', bookingId)
    .where('reader.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || (profileId !== row.student_id && profileId !== row.expert_id)) return null
  const side = profileId === row.student_id ? 'student' : 'expert'
  const expertZone = await findScheduleZone(ctx, row.expert_id)
  return {
    booking: toView(row, side),
    reader: { name: row.reader_name, email: row.reader_email },
    zone: side === 'student' ? row.student_zone : (expertZone ?? defaultZone),
    sequence: row.sequence,
  }
}

function selectBookings(ctx: Context) {
  return ctx.db
    .selectFrom('bookings')
    .innerJoin('profiles as student', 'student.id', 'bookings.student_id')
    .innerJoin('profiles as expert', 'expert.id', 'bookings.expert_id')
    .leftJoin('experts', 'experts.user_id', 'bookings.expert_id')
    .leftJoin('help_sessions as sessions', 'sessions.id', 'bookings.id')
    .selectAll('bookings')
    .select([
      'student.full_name as student_name',
      'expert.full_name as expert_name',
      'student.avatar_url as student_photo',
      'experts.id as record_id',
      'sessions.state as session_state',
      'sessions.charged_paise as session_charged_paise',
    ])
    .select(({ fn }) => fn.coalesce('experts.profile_photo', 'expert.avatar_url').as('expert_photo'))
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectBookings>['executeTakeFirst']>>>

function toView(row: Row, side: Side | null): BookingView {
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  const pricePaise = bookingPrice({ minutes: row.minutes, ratePaisePerMinute })
  return {
    id: row.id,
    side,
    state: row.state,
    callType: row.call_type,
    studentName: row.student_name,
    expertName: row.expert_name,
    studentPhotoUrl: row.student_photo,
    expertPhotoUrl: row.expert_photo,
    expertId: row.record_id,
    question: row.question,
    fileName: row.file_name,
    fileType: row.file_type,
    continues: row.continues_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minutes: row.minutes,
    ratePaisePerMinute,
    sharePercent: row.share_percent,
    pricePaise,
    lateFeePaise: lateFee(pricePaise),
    terms: row.cancel_terms,
    moves: row.moves,
    movesLeft: Math.max(0, bookingMovesMax - row.moves),
    joinFrom: joinFrom(row.starts_at),
    cancelledBy: row.cancelled_by,
    absent: row.absent,
    feePaise: row.fee_paise === null ? null : paise(row.fee_paise),
    session:
      row.session_state === null
        ? null
        : {
            state: row.session_state,
            chargedPaise: row.session_charged_paise === null ? null : paise(row.session_charged_paise),
          },
  }
}
