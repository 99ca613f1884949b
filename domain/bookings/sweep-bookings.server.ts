import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { bookingNoShowMinutes, bookingSweptAfterMinutes } from '#kernel/limits.ts'
import { minutesLater } from '#kernel/time.ts'

/**
 * Decides what should have been decided long ago: the net under a job that failed for good, or got lost. Any number of processes may do it
 * at once, and one booking that cannot be decided does not keep the others from it.
 */
export async function sweepBookings(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const failures: unknown[] = []
  for (const bookingId of await listOverdue(ctx)) {
    await resolveNoShow(ctx, { bookingId }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some bookings could not be decided')
}

async function listOverdue({ db, clock }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('state', '=', 'booked')
    .where('starts_at', '<', minutesLater(clock.now(), -bookingNoShowMinutes - bookingSweptAfterMinutes))
    .orderBy('starts_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
