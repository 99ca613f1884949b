import { closeMoney } from '#domain/bookings/cancel-booking.server.ts'
import { lockOwnBooking, type OwnBooking, planDecision } from '#domain/bookings/own-booking.server.ts'
import { absentSide, decideAt, hasWaited, lateFee } from '#domain/bookings/rules.ts'
import { canMoveBooking } from '#domain/bookings/states.ts'
import { tellBoth } from '#domain/bookings/tell-both.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Side } from '#domain/sessions/states.ts'
import { type Paise, paise } from '#kernel/money.ts'

/**
 * Runs as a job ten minutes after the start: a booking that has not become a session by then is over, and the log of who came says who was
 * missing. May be said any number of times, and too early.
 */
export async function decideBooking(ctx: Context, { bookingId }: { bookingId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (own) => {
    const booking = await lockOwnBooking(own, bookingId)
    const now = own.clock.now()
    if (!canMoveBooking(booking.state, 'miss', 'system')) return
    // It was moved, or the clocks of two machines differ a little.
    if (now < decideAt(booking.startsAt)) return planDecision(own, booking.id, booking.startsAt)
    const lastAt = await listLastJoins(own, booking)
    const absent = absentSide(lastAt, booking.startsAt)
    const fee = absent === 'student' ? feeOfAbsence(booking, lastAt.expert) : paise(0)
    await own.db
      .updateTable('bookings')
      .set({ state: 'missed', absent, closed_at: now, fee_paise: fee })
      .where('id', '=', bookingId)
      .execute()
    await closeMoney(own, booking, fee)
    await tellBoth(own, booking, 'missed')
  })
}

/** A student who stays away without a word pays what the latest cancellation costs; not for a time that the expert chose, or did not wait. */
function feeOfAbsence({ price, terms, startsAt }: OwnBooking, expertLastAt: Date | undefined): Paise {
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
