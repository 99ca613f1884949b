import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionId } from '#kernel/ids.ts'
import { bookingNoShowMinutes, bookingSweptAfterMinutes } from '#kernel/limits.ts'
import { minutesLater } from '#kernel/time.ts'

/**
 * Resolves overdue bookings: the safety net for jobs that failed permanently or got lost. Several processes may run
 * it at the same time. One booking that fails does not stop the others.
 */
export async function sweepBookings(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const failures: unknown[] = []
  for (const bookingId of await listOverdue(ctx)) {
    await resolveNoShow(ctx, { bookingId }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some bookings could not be resolved')
}

async function listOverdue({ db, clock }: Context): Promise<SessionId[]> {
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
