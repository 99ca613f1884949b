import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'

/**
 * Switches off an expert who does not answer. Their page says so until they switch on again. Returns whether the switch
 * was on.
 */
export async function switchExpertOff(ctx: Context, accountId: AccountId): Promise<boolean> {
  allow(ctx.actor, 'system')
  const now = ctx.clock.now()
  const expert = await ctx.db
    .updateTable('experts')
    .set({ is_online: false, last_seen: now, switched_off_at: now })
    .where('user_id', '=', accountId)
    .where('is_online', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!expert) return false
  ctx.publish(`expert:${expert.id}`, { type: 'changed' })
  ctx.publish(`account:${accountId}`, { type: 'changed' })
  return true
}
