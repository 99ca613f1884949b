import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { pushReceipt } from '#domain/notifications/contract.ts'
import { allow } from '#domain/policy.ts'
import { pushRingsKeptHours } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'

/*
 * Which browsers were rung for which session, and which of them said so. A browser that was rung and said nothing is not counted on.
 */

type RingRow = { sessionId: string; subscriptionId: string; plannedAt: Date }

/** Answers with the receipt that the browser is to send back. A second try of the same ring has another one, of which only the last counts. */
export async function writeRing(
  { db }: Context,
  { sessionId, subscriptionId, plannedAt }: RingRow,
): Promise<string> {
  const { token, tokenHash } = newToken()
  const ring = { token_hash: tokenHash, planned_at: plannedAt }
  await db
    .insertInto('push_rings')
    .values({ ...ring, session_id: sessionId, subscription_id: subscriptionId })
    .onConflict((conflict) => conflict.columns(['session_id', 'subscription_id']).doUpdateSet(ring))
    .execute()
  return token
}

/** The browser's own word that the ring has arrived. Whoever holds the token was told; nothing else is asked, and nothing is said. */
export async function acknowledgeRing(ctx: Context, input: unknown): Promise<void> {
  allow(ctx.actor, 'anyone')
  const parsed = pushReceipt.safeParse(input)
  if (!parsed.success) return
  await ctx.db
    .updateTable('push_rings')
    .set({ acknowledged_at: ctx.clock.now() })
    .where('token_hash', '=', hashToken(parsed.data.token))
    .where('acknowledged_at', 'is', null)
    .execute()
}

/** Runs as a job: nobody counts any more on a browser that was rung and said nothing, until a page of it is opened again. */
export async function checkRingPush(ctx: Context, { sessionId }: { sessionId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.db
    .updateTable('push_subscriptions')
    .from('push_rings')
    .set({ ring_unanswered_at: ctx.clock.now() })
    .whereRef('push_subscriptions.id', '=', 'push_rings.subscription_id')
    .where('push_rings.session_id', '=', sessionId)
    .where('push_rings.acknowledged_at', 'is', null)
    .whereRef('push_subscriptions.confirmed_at', '<', 'push_rings.planned_at')
    .where('ring_unanswered_at', 'is', null)
    .execute()
}

/** The browsers that were rung for this session. */
export async function listRung({ db }: Context, sessionId: string): Promise<Set<string>> {
  const rungSubscriptions = await db
    .selectFrom('push_rings')
    .select('subscription_id')
    .where('session_id', '=', sessionId)
    .execute()
  return new Set(rungSubscriptions.map(({ subscription_id }) => subscription_id))
}

/** Whether it rang is of no interest the day after. */
export async function deleteOldRings(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const before = hoursLater(ctx.clock.now(), -pushRingsKeptHours)
  await ctx.db.deleteFrom('push_rings').where('planned_at', '<', before).execute()
}
