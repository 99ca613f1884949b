import { sql } from 'kysely'
import { type BookingChoice, bookingChoice, type JoinedBooking } from '#domain/bookings/contract.ts'
import { lockOwnBooking, type OwnBooking, tellBooking } from '#domain/bookings/own-booking.server.ts'
import { decideAt, isHere, joinFrom, lateFee } from '#domain/bookings/rules.ts'
import { canMoveBooking } from '#domain/bookings/states.ts'
import type { Context } from '#domain/context.server.ts'
import { findExpertIdOf } from '#domain/experts/queries.server.ts'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import {
  asSystem,
  type CallContext,
  inStep,
  note,
  tellSession,
} from '#domain/sessions/move-session.server.ts'
import { otherSide, type Side } from '#domain/sessions/states.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * One of the two is there, and says so again every few seconds while waiting. As soon as both are, the booking becomes a session:
 * its minutes are paid for already, and the meter runs as in every other.
 */
export async function joinBooking(ctx: CallContext, input: BookingChoice): Promise<JoinedBooking> {
  allow(ctx.actor, 'signedIn')
  if (isPerson(ctx.actor) && ctx.actor.role === 'expert') allow(ctx.actor, 'approvedExpert')
  const parsed = bookingChoice.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { session: joined, news } = await inStep(ctx, async (own): Promise<JoinedBooking> => {
    const booking = await lockOwnBooking(own, parsed.data.id)
    const { id, by, state } = booking
    if (state === 'begun') return { id, state: 'begun', isOtherHere: true }
    if (by === 'system' || !canMoveBooking(state, 'begin', by)) throw new Refusal('booking_moved_on')
    const now = ctx.clock.now()
    if (now < joinFrom(booking.startsAt)) throw new Refusal('booking_too_early')
    if (now >= decideAt(booking.startsAt)) throw new Refusal('booking_over')
    const wasHere = isHere(await findLastJoin(own, booking, by), now)
    await logJoin(own, booking, by)
    const isOtherHere = isHere(await findLastJoin(own, booking, otherSide(by)), now)
    const hasBegun = isOtherHere && (await begin({ ...own, times: ctx.times }, booking))
    // A page that waits out of sight speaks rarely; that somebody has come makes it speak at once.
    if (!wasHere && !hasBegun) tellBooking(own, booking)
    return { id, state: hasBegun ? 'begun' : 'waiting', isOtherHere }
  })
  for (const [topic, message] of news) ctx.publish(topic, message)
  return joined
}

async function logJoin(ctx: Context, { id }: OwnBooking, side: Side): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('booking_joins')
    .values({ booking_id: id, side, first_at: now, last_at: now })
    .onConflict((conflict) => conflict.columns(['booking_id', 'side']).doUpdateSet({ last_at: now }))
    .execute()
}

async function findLastJoin({ db }: Context, { id }: OwnBooking, side: Side): Promise<Date | undefined> {
  const row = await db
    .selectFrom('booking_joins')
    .select('last_at')
    .where('booking_id', '=', id)
    .where('side', '=', side)
    .executeTakeFirst()
  return row?.last_at
}

/** Whether it happened; not while one of them is still in another session, which will be over in time. */
async function begin(ctx: CallContext, booking: OwnBooking): Promise<boolean> {
  const { id, studentId, expertId, startsAt, endsAt, price, terms } = booking
  const now = ctx.clock.now()
  const soonest = new Date(now.getTime() + ctx.times.connectMs)
  const connectUntil = soonest > decideAt(startsAt) ? soonest : decideAt(startsAt)
  const least = terms === 'free' ? 0 : lateFee(price)
  const { rows } = await sql`
    insert into help_sessions (id, student_id, expert_id, call_type, question, file_key, file_name, file_type, rate_paise_per_minute,
      share_percent, state, asked_at, ring_until, answered_at, connect_until, held_paise, least_paise, may_extend, cut_at)
    select id, student_id, expert_id, call_type, question, file_key, file_name, file_type, rate_paise_per_minute,
      share_percent, 'connecting', ${now}, ${now}, ${now}, ${connectUntil}, ${price}, ${least}, false, ${endsAt}
    from bookings where id = ${id}
    on conflict do nothing returning id`.execute(ctx.db)
  if (rows.length === 0) return false
  await ctx.db.updateTable('bookings').set({ state: 'begun' }).where('id', '=', id).execute()
  const record = await findExpertIdOf(ctx, expertId)
  if (record) await setInSession(asSystem(ctx), { expertId: record, inSession: true })
  await note(ctx, { sessionId: id, what: 'begun', side: null })
  await enqueue(ctx.db, 'expire_session', { sessionId: id }, { runAt: connectUntil })
  tellSession(ctx, { id, studentId, expertId }, 'connecting')
  tellBooking(ctx, booking)
  return true
}
