import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { notificationsKeptDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/** Runs in a daily job. Unread notifications are deleted, too. */
export async function deleteOldNotifications(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const before = daysLater(ctx.clock.now(), -notificationsKeptDays)
  await ctx.db.deleteFrom('notifications').where('created_at', '<', before).execute()
}
