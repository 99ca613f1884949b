import type { Context } from '#domain/context.server.ts'
import { enqueueOnlineAlerts } from '#domain/experts/online-alerts.server.ts'
import { isProfileComplete } from '#domain/experts/rules.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Sets the expert's switch: whether they accept requests. Reachability is computed separately. */
export async function setOnline(ctx: Context, online: boolean): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id } = ctx.actor

  const expertId = await inTransaction(ctx, async ({ db }) => {
    // The lock makes this wait for a concurrent suspension.
    const expert = await db
      .selectFrom('experts')
      .innerJoin('profiles', 'profiles.id', 'experts.user_id')
      .select([
        'experts.id',
        'experts.approval',
        'profiles.phone_number as phone',
        'experts.title',
        'experts.expertise_category as category',
        'experts.subcategories',
        'experts.highest_degree as highestDegree',
        'experts.expertise_brief as brief',
      ])
      .where('experts.user_id', '=', id)
      .forUpdate('experts')
      .executeTakeFirst()
    if (expert?.approval === 'suspended') throw new Refusal('expert_suspended')
    if (expert?.approval !== 'approved') throw new Refusal('approval_pending')
    if (online && !isProfileComplete(expert)) throw new Refusal('profile_incomplete')
    await db
      .updateTable('experts')
      .set({ is_online: online, last_seen: ctx.clock.now(), ...(online && { switched_off_at: null }) })
      .where('id', '=', expert.id)
      .execute()
    await enqueueOnlineAlerts(db, expert.id)
    return expert.id
  })
  ctx.publish(`expert:${expertId}`, { type: 'changed' })
}
