import { deleteExpiredSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { deleteOldCounts } from '#domain/accounts/hourly-counts.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { knownBrowserDays, pairWatchDays, tracesKeptHours } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/** Runs as a daily job: deletes obsolete records that still contain IP addresses, email addresses or browsers. */
export async function deleteOldTraces(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const { db } = ctx
  const before = new Date(ctx.clock.now().getTime() - tracesKeptHours * 3_600_000)
  await deleteExpiredSignIns(ctx, before)
  await db.deleteFrom('one_time_links').where('expires_at', '<', before).execute()
  await db.deleteFrom('email_links').where('expires_at', '<', before).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute()
  await db
    .deleteFrom('sign_in_throttles')
    .where('last_failed_at', '<', before)
    .where('blocked_until', '<', before)
    .execute()
  const unseenSince = daysLater(ctx.clock.now(), -knownBrowserDays)
  await db.deleteFrom('known_browsers').where('last_seen_at', '<', unseenSince).execute()
  await db
    .updateTable('known_browsers')
    .set({ address: null, user_agent: null })
    .where('last_seen_at', '<', daysLater(ctx.clock.now(), -pairWatchDays))
    .where(({ eb, or }) => or([eb('address', 'is not', null), eb('user_agent', 'is not', null)]))
    .execute()
  await deleteOldCounts(db, before)
}
