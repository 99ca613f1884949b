import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'

/**
 * The record of an expert comes into being at the first visit, and only for an account whose role is expert already. Ten
 * visits at once make one record.
 */
export async function ensureExpert(ctx: Context): Promise<void> {
  allow(ctx.actor, 'expert')
  if (!isPerson(ctx.actor)) return
  const { id } = ctx.actor
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('experts')
    .columns(['user_id', 'profile_photo', 'member_since', 'updated_at'])
    .expression((query) =>
      query
        .selectFrom('profiles')
        .select(({ val }) => ['id', 'avatar_url', val(now).as('member_since'), val(now).as('updated_at')])
        .where('id', '=', id)
        .where('role', '=', 'expert')
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
