import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { closedRequestsKeptDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * Deletes closed requests with their questions and offers, and expired alerts. A session keeps its own copy. Runs
 * daily.
 */
export async function deleteOldRequests(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const now = ctx.clock.now()
  await ctx.db.deleteFrom('request_alerts').where('expires_at', '<=', now).execute()
  await ctx.db.deleteFrom('requests').where('closed_at', '<', daysLater(now, -closedRequestsKeptDays)).execute()
}
