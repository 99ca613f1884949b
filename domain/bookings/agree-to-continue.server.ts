import { type BookingChoice, bookingChoice } from '#domain/bookings/contract.ts'
import { getOwnBooking, lockOwnBooking } from '#domain/bookings/own-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { getCutOff } from '#domain/schedule/expert-time.server.ts'
import { extendBookedSession } from '#domain/sessions/booked-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * One side agrees to continue after the booked minutes. Once both agree, the hold is extended as in any session: until
 * the wallet is empty or the expert's next booking begins. Returns whether both agree.
 */
export async function agreeToContinue(ctx: Context, input: BookingChoice): Promise<boolean> {
  allow(ctx.actor, 'signedIn')
  const { id } = parse(bookingChoice, input)
  const { expertId, endsAt } = await getOwnBooking(ctx, id)
  const haveBothAgreed = await inTransaction(ctx, async (txCtx) => {
    const cutAt = await getCutOff(txCtx, expertId, { now: txCtx.clock.now(), after: endsAt }).catch(refuseContinuing)
    const booking = await lockOwnBooking(txCtx, id)
    if (booking.by === 'system' || booking.state !== 'begun') throw new Refusal('booking_moved_on')
    const column = booking.by === 'student' ? 'student_goes_on' : 'expert_goes_on'
    const agreement = await txCtx.db
      .updateTable('bookings')
      .set({ [column]: true })
      .where('id', '=', id)
      .returning(['student_goes_on', 'expert_goes_on'])
      .executeTakeFirstOrThrow()
    const haveBoth = agreement.student_goes_on && agreement.expert_goes_on
    if (haveBoth) await extendBookedSession(txCtx, { id: booking.id, cutAt })
    return haveBoth
  })
  ctx.publish(`session:${id}`, { type: 'changed' })
  return haveBothAgreed
}

/** Replaces a refusal whose advice, to retry or to book a time, does not fit a running call. */
function refuseContinuing(error: unknown): never {
  const isSoon = error instanceof Refusal && error.code === 'expert_booked_soon'
  throw isSoon ? new Refusal('no_time_to_go_on') : error
}
