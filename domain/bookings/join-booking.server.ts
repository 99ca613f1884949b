import { type BookingChoice, bookingChoice, type JoinedBooking } from '#domain/bookings/contract.ts'
import { lockOwnBooking, type OwnBooking, publishBookingChange } from '#domain/bookings/own-booking.server.ts'
import { noShowDecisionAt, isPresent, joinFrom, lateFee } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { beginBookedSession } from '#domain/sessions/booked-session.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { otherSide, type Side } from '#domain/sessions/states.ts'
import { paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * One side joins, and repeats this every few seconds while waiting. When both are present, the booking becomes a
 * session: its minutes are already paid, and the meter runs as usual.
 */
export async function joinBooking(ctx: CallContext, input: BookingChoice): Promise<JoinedBooking> {
  allow(ctx.actor, 'signedIn')
  if (isPerson(ctx.actor) && ctx.actor.role === 'expert') allow(ctx.actor, 'approvedExpert')
  const parsed = parse(bookingChoice, input)
  return inTransaction(ctx, async (txCtx): Promise<JoinedBooking> => {
    const booking = await lockOwnBooking(txCtx, parsed.id)
    const { id, by, state } = booking
    if (state === 'begun') return { id, state: 'begun', isOtherHere: true }
    if (by === 'system' || !canTransitionBooking(state, 'begin', by)) throw new Refusal('booking_moved_on')
    const now = ctx.clock.now()
    if (now < joinFrom(booking.startsAt)) throw new Refusal('booking_too_early')
    if (now >= noShowDecisionAt(booking.startsAt)) throw new Refusal('booking_over')
    const wasPresent = isPresent(await findLastJoin(txCtx, booking, by), now)
    await logJoin(txCtx, booking, by)
    const isOtherHere = isPresent(await findLastJoin(txCtx, booking, otherSide(by)), now)
    const hasBegun = isOtherHere && (await startBookedSession(txCtx, booking))
    // A hidden page polls rarely. This event makes it poll as soon as the other side joins.
    if (!wasPresent && !hasBegun) publishBookingChange(txCtx, booking)
    return { id, state: hasBegun ? 'begun' : 'waiting', isOtherHere }
  })
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

/** Returns false while either side is still in another session. The next join tries again. */
async function startBookedSession(ctx: CallContext, booking: OwnBooking): Promise<boolean> {
  const { id, startsAt, price, terms } = booking
  const now = ctx.clock.now().getTime()
  const row = await ctx.db
    .selectFrom('bookings')
    .select(['call_type', 'question', 'file_key', 'file_name', 'file_type', 'continues_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const hasBegun = await beginBookedSession(ctx, {
    ...booking,
    callType: row.call_type,
    question: row.question,
    continues: row.continues_id,
    file: { key: row.file_key, name: row.file_name, type: row.file_type },
    heldPaise: price,
    leastPaise: terms === 'free' ? paise(0) : lateFee(price),
    connectUntil: new Date(Math.max(now + ctx.times.connectMs, noShowDecisionAt(startsAt).getTime())),
    cutAt: booking.endsAt,
  })
  if (!hasBegun) return false
  await ctx.db.updateTable('bookings').set({ state: 'begun' }).where('id', '=', id).execute()
  publishBookingChange(ctx, booking)
  return true
}
