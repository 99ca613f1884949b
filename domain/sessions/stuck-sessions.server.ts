import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { isOpen } from '#domain/sessions/states.ts'
import { isUuid, type SessionId } from '#kernel/ids.ts'
import { stuckAfterMs } from '#kernel/limits.ts'

/**
 * The step at which an open session is stuck, or null. Leases are set and compared by the database's clock. Every
 * checkpoint renews the lease for 15 seconds, so a lease that expired 15 seconds ago had no checkpoint for 30 seconds.
 */
export function stuckKind(ctx: Context): RawBuilder<StuckKind | null> {
  const late = new Date(ctx.clock.now().getTime() - stuckAfterMs)
  const silent = sql`now() - make_interval(secs => ${stuckAfterMs / 1_000})`
  return sql<StuckKind | null>`case
    when state = 'ringing' and ring_until < ${late} then 'ring'
    when state = 'connecting' and connect_until < ${late} then 'connection'
    when state in ('live', 'interrupted') and coalesce(meter_until, connect_until) < ${silent} then 'meter'
    when state = 'ended' and ended_at < ${late} and (meter_until is null or meter_until < ${silent}) then 'bill'
  end`
}

/** Returns whether a session is open and at which step it is stuck. */
export async function findStuckState(
  ctx: Context,
  id: string,
): Promise<{ isOpen: boolean; stuck: StuckKind | null } | null> {
  allow(ctx.actor, 'supportPeople')
  if (!isUuid<SessionId>(id)) return null
  const row = await ctx.db
    .selectFrom('help_sessions')
    .select(['state', stuckKind(ctx).as('stuck')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { isOpen: isOpen(row.state), stuck: row.stuck } : null
}
