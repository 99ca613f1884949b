import {
  type BookingChoice,
  bookingChoice,
  type Cancellation,
  cancellation,
  type CancellationQuote,
} from '#domain/bookings/contract.ts'
import {
  getOwnBooking,
  lockOwnBooking,
  type OwnBooking,
  publishBookingChange,
} from '#domain/bookings/own-booking.server.ts'
import { cancelReminders } from '#domain/bookings/remind-of-booking.server.ts'
import { cancellationFee, freeUntil } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import { notifyBothSides } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { releaseTime } from '#domain/schedule/expert-time.server.ts'
import { asSystem } from '#domain/sessions/transition-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { releaseHold, settleFee } from '#domain/wallet/session-money.server.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns what cancelling would cost the actor now, for the confirmation page. */
export async function quoteCancellation(ctx: Context, input: BookingChoice): Promise<CancellationQuote> {
  allow(ctx.actor, 'signedIn')
  const parsed = parse(bookingChoice, input)
  const booking = await getOwnBooking(ctx, parsed.id)
  const { fee } = getCurrentFee(ctx, booking)
  const hasUsualTerms = booking.by === 'student' && booking.terms === 'usual'
  return {
    feePaise: fee,
    returnedPaise: paise(booking.price - fee),
    freeUntil: hasUsualTerms && fee === 0 ? freeUntil(booking.startsAt) : null,
  }
}

/**
 * Either side cancels before the start. The student pays at most the fee that was shown. If the expert cancels, the
 * student pays nothing.
 */
export async function cancelBooking(ctx: Context, input: Cancellation): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, shownFeePaise } = parse(cancellation, input)
  await inTransaction(ctx, async (txCtx) => {
    const booking = await lockOwnBooking(txCtx, id)
    if (booking.state === 'cancelled' && booking.cancelledBy === booking.by) return
    const { by, fee } = getCurrentFee(txCtx, booking)
    if (fee > shownFeePaise) throw new Refusal('fee_changed')
    await cancelLockedBooking(txCtx, booking, { by, fee })
  })
}

/** Cancels a locked booking with all side effects. Runs inside a database transaction. */
export async function cancelLockedBooking(
  ctx: Context,
  booking: OwnBooking,
  { by, fee }: { by: Side; fee: Paise },
): Promise<void> {
  await ctx.db
    .updateTable('bookings')
    .set(({ eb }) => ({
      state: 'cancelled',
      cancelled_by: by,
      closed_at: ctx.clock.now(),
      fee_paise: fee,
      sequence: eb('sequence', '+', 1),
    }))
    .where('id', '=', booking.id)
    .execute()
  await settleBookingMoney(ctx, booking, fee)
  await cancelReminders(ctx, booking)
  await notifyBothSides(ctx, booking, 'cancelled')
}

/** No one can cancel after the start, because an absent side is then handled as a no-show. */
function getCurrentFee(ctx: Context, { by, state, startsAt, price, terms }: OwnBooking): { by: Side; fee: Paise } {
  if (by === 'system' || !canTransitionBooking(state, 'cancel', by)) throw new Refusal('booking_moved_on')
  const now = ctx.clock.now()
  if (now >= startsAt) throw new Refusal('booking_begun')
  return { by, fee: cancellationFee({ by, price, startsAt, terms, now }) }
}

/** Frees the time, splits the fee and releases the rest of the hold. */
export async function settleBookingMoney(ctx: Context, booking: OwnBooking, fee: Paise): Promise<void> {
  const { id, studentId, expertId, sharePercent } = booking
  const parties = { sessionId: id, studentId, expertId }
  await releaseTime(ctx, id)
  if (fee > 0) await settleFee(asSystem(ctx), { ...parties, total: fee, sharePercent })
  else await releaseHold(asSystem(ctx), parties)
  publishWalletChanges(ctx, studentId, expertId)
  publishBookingChange(ctx, booking)
}
