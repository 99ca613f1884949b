import { cancelLockedBooking } from '#domain/bookings/cancel-booking.server.ts'
import { lockOwnBooking } from '#domain/bookings/own-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import type { Jobs } from '#platform/jobs/port.ts'

/**
 * Job, runs after a suspension: cancels the bookings of that expert or student on their behalf and without a fee, so
 * that the other side does not wait for them. Idempotent. Does nothing if the suspension was lifted in the meantime.
 */
export async function cancelBookingsOfSuspended(ctx: Context, suspended: Jobs['call_off_bookings']): Promise<void> {
  allow(ctx.actor, 'system')
  const isExpert = 'expertId' in suspended
  const bookings = isExpert
    ? await listBookingsOfExpert(ctx, suspended.expertId)
    : await listBookingsOfStudent(ctx, suspended.studentId)
  const by = isExpert ? 'expert' : 'student'
  for (const { id } of bookings) {
    await inTransaction(ctx, async (txCtx) => {
      const booking = await lockOwnBooking(txCtx, id)
      if (booking.state === 'booked') await cancelLockedBooking(txCtx, booking, { by, fee: paise(0) })
    })
  }
}

function listBookingsOfExpert({ db }: Context, expertId: ExpertId) {
  return db
    .selectFrom('bookings')
    .innerJoin('experts', 'experts.user_id', 'bookings.expert_id')
    .select('bookings.id')
    .where('experts.id', '=', expertId)
    .where('experts.approval', '=', 'suspended')
    .where('bookings.state', '=', 'booked')
    .execute()
}

function listBookingsOfStudent({ db }: Context, studentId: AccountId) {
  return db
    .selectFrom('bookings')
    .innerJoin('profiles', 'profiles.id', 'bookings.student_id')
    .select('bookings.id')
    .where('bookings.student_id', '=', studentId)
    .where('profiles.suspended_at', 'is not', null)
    .where('bookings.state', '=', 'booked')
    .execute()
}
