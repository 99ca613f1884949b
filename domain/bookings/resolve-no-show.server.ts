import { settleBookingMoney } from '#domain/bookings/cancel-booking.server.ts'
import { lockOwnBooking, type OwnBooking, enqueueNoShowDecision } from '#domain/bookings/own-booking.server.ts'
import { absentSide, noShowDecisionAt, hasWaited, lateFee } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import { notifyBothSides } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'

/**
 * Job, runs ten minutes after the start: closes a booking that has not become a session, and determines from the join
 * log who was absent. Idempotent, and safe to run too early.
 */
export async function resolveNoShow(ctx: Context, { bookingId }: { bookingId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const booking = await lockOwnBooking(txCtx, bookingId)
    const now = txCtx.clock.now()
    if (!canTransitionBooking(booking.state, 'miss', 'system')) return
    // The booking was rescheduled, or the clocks of two machines differ slightly.
    if (now < noShowDecisionAt(booking.startsAt)) return enqueueNoShowDecision(txCtx, booking.id, booking.startsAt)
    const lastJoins = await readLastJoins(txCtx, booking)
    const absent = absentSide(lastJoins, booking.startsAt)
    const fee = absent === 'student' ? noShowFee(booking, lastJoins.expert) : paise(0)
    await txCtx.db
      .updateTable('bookings')
      .set({ state: 'missed', absent, closed_at: now, fee_paise: fee })
      .where('id', '=', bookingId)
      .execute()
    await settleBookingMoney(txCtx, booking, fee)
    await notifyBothSides(txCtx, booking, 'missed')
  })
}

/** An absent student pays the late cancellation fee, unless the expert chose the time or did not wait. */
function noShowFee({ price, terms, startsAt }: OwnBooking, expertLastJoin: Date | undefined): Paise {
  return terms !== 'free' && hasWaited(expertLastJoin, startsAt) ? lateFee(price) : paise(0)
}

async function readLastJoins({ db }: Context, { id }: OwnBooking): Promise<Partial<Record<Side, Date>>> {
  const rows = await db.selectFrom('booking_joins').select(['side', 'last_at']).where('booking_id', '=', id).execute()
  return Object.fromEntries(rows.map(({ side, last_at }) => [side, last_at]))
}
