import { settleBookingMoney } from '#domain/bookings/cancel-booking.server.ts'
import {
  lockOwnBooking,
  type OwnBooking,
  enqueueNoShowDecision,
} from '#domain/bookings/own-booking.server.ts'
import { absentSide, noShowDecisionAt, hasWaited, lateFee } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import { notifyBothSides } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Side } from '#domain/sessions/states.ts'
import { type Paise, paise } from '#kernel/money.ts'

/**
 * Runs as a job ten minutes after the start: a booking that has not become a session by then is over, and the log of who came says who was
 * missing. May be said any number of times, and too early.
 */
export async function resolveNoShow(ctx: Context, { bookingId }: { bookingId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const booking = await lockOwnBooking(txCtx, bookingId)
    const now = txCtx.clock.now()
    if (!canTransitionBooking(booking.state, 'miss', 'system')) return
    // It was moved, or the clocks of two machines differ a little.
    if (now < noShowDecisionAt(booking.startsAt))
      return enqueueNoShowDecision(txCtx, booking.id, booking.startsAt)
    const lastAt = await listLastJoins(txCtx, booking)
    const absent = absentSide(lastAt, booking.startsAt)
    const fee = absent === 'student' ? noShowFee(booking, lastAt.expert) : paise(0)
    await txCtx.db
      .updateTable('bookings')
      .set({ state: 'missed', absent, closed_at: now, fee_paise: fee })
      .where('id', '=', bookingId)
      .execute()
    await settleBookingMoney(txCtx, booking, fee)
    await notifyBothSides(txCtx, booking, 'missed')
  })
}

/** A student who stays away without a word pays what the latest cancellation costs; not for a time that the expert chose, or did not wait. */
function noShowFee({ price, terms, startsAt }: OwnBooking, expertLastAt: Date | undefined): Paise {
  return terms !== 'free' && hasWaited(expertLastAt, startsAt) ? lateFee(price) : paise(0)
}

async function listLastJoins({ db }: Context, { id }: OwnBooking): Promise<Partial<Record<Side, Date>>> {
  const rows = await db
    .selectFrom('booking_joins')
    .select(['side', 'last_at'])
    .where('booking_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ side, last_at }) => [side, last_at]))
}
