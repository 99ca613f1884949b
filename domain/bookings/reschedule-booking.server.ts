import { type NewTime, newTime } from '#domain/bookings/contract.ts'
import {
  getOwnBooking,
  lockOwnBooking,
  type OwnBooking,
  enqueueNoShowDecision,
  publishBookingChange,
} from '#domain/bookings/own-booking.server.ts'
import { planReminders } from '#domain/bookings/remind-of-booking.server.ts'
import { freeUntil, termsAfterMove } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import { notifyBothSides } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { moveTime } from '#domain/schedule/expert-time.server.ts'
import { requireOfferedSlot } from '#domain/schedule/require-offered-slot.server.ts'
import { lockAvailability } from '#domain/schedule/schedule-rows.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { bookingMovesMax } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'

/**
 * Either side moves a booking to another slot of the expert. No money moves. A late move by the student keeps the
 * fee, so that moving cannot avoid it. After a move by the expert the student may cancel for free.
 */
export async function rescheduleBooking(ctx: Context, input: NewTime): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, startsAt } = parse(newTime, input)
  const { expertId, minutes } = await getOwnBooking(ctx, id)
  await inTransaction(ctx, async (txCtx) => {
    // Locks the schedule before the booking, in the same order as all other transactions, to avoid deadlocks.
    const availability = await lockAvailability(txCtx, expertId)
    const booking = await lockOwnBooking(txCtx, id)
    if (booking.startsAt.getTime() === startsAt.getTime()) return
    const { by, isLate } = requireMovable(txCtx, booking)
    await requireOfferedSlot(txCtx, availability, { expertId, startsAt, minutes, except: id })
    await txCtx.db
      .updateTable('bookings')
      .set(({ eb }) => ({
        starts_at: startsAt,
        ends_at: minutesLater(startsAt, minutes),
        reminded_minutes: null,
        cancel_terms: termsAfterMove(by, booking.terms, { isLate }),
        moves: eb('moves', '+', 1),
        sequence: eb('sequence', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await moveTime(txCtx, { subjectId: booking.id, from: startsAt, to: minutesLater(startsAt, minutes) })
    await enqueueNoShowDecision(txCtx, booking.id, startsAt)
    await planReminders(txCtx, { id: booking.id, startsAt })
    await notifyBothSides(txCtx, { ...booking, startsAt }, 'moved')
    publishBookingChange(txCtx, booking)
  }).catch(refuseOverlap)
}

function requireMovable(ctx: Context, { by, state, startsAt, moves }: OwnBooking): { by: Side; isLate: boolean } {
  if (by === 'system' || !canTransitionBooking(state, 'reschedule', by)) throw new Refusal('booking_moved_on')
  const now = ctx.clock.now()
  if (now >= startsAt) throw new Refusal('booking_begun')
  const isLate = now > freeUntil(startsAt)
  if (isLate && by === 'expert') throw new Refusal('booking_too_late_to_move')
  if (moves >= bookingMovesMax) throw new Refusal('booking_moves_used')
  return { by, isLate }
}

function refuseOverlap(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  throw constraint === 'bookings_one_at_a_time_for_student' ? new Refusal('own_booking_overlaps') : error
}
