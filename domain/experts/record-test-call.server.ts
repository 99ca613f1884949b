import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

/** Stores that voice and picture of the expert arrived in a test call, as their own browser reports it. */
export async function recordTestCall(ctx: Context): Promise<void> {
  allow(ctx.actor, 'expert')
  await ctx.db
    .updateTable('experts')
    .set({ call_tested_at: ctx.clock.now() })
    .where('user_id', '=', ctx.actor.id)
    .execute()
}
