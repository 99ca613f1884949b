import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { pushReceipt } from '#domain/notifications/contract.ts'
import { allow } from '#domain/policy.ts'
import type { SessionId } from '#kernel/ids.ts'
import { pushRingsKeptHours } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'

/*
 * The rings that were pushed to browsers, and which of them the browsers have acknowledged.
 */

type RingRow = { sessionId: SessionId; subscriptionId: string; plannedAt: Date }

/** Returns the receipt that the browser must send back. A retry of the same ring replaces the receipt. */
export async function writeRing({ db }: Context, { sessionId, subscriptionId, plannedAt }: RingRow): Promise<string> {
  const { token, tokenHash } = newToken()
  const ring = { token_hash: tokenHash, planned_at: plannedAt }
  await db
    .insertInto('push_rings')
    .values({ ...ring, session_id: sessionId, subscription_id: subscriptionId })
    .onConflict((conflict) => conflict.columns(['session_id', 'subscription_id']).doUpdateSet(ring))
    .execute()
  return token
}

/** The browser acknowledges a ring. The token is the only credential, and the response reveals nothing. */
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

/**
 * Runs as a job: a browser that did not acknowledge its ring stops counting as reachable, until one of its pages is
 * opened.
 */
export async function checkRingPush(ctx: Context, { sessionId }: { sessionId: SessionId }): Promise<void> {
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

export async function listRung({ db }: Context, sessionId: SessionId): Promise<Set<string>> {
  const rings = await db
    .selectFrom('push_rings')
    .select('subscription_id')
    .where('session_id', '=', sessionId)
    .execute()
  return new Set(rings.map(({ subscription_id }) => subscription_id))
}

export async function deleteOldRings(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const before = hoursLater(ctx.clock.now(), -pushRingsKeptHours)
  await ctx.db.deleteFrom('push_rings').where('planned_at', '<', before).execute()
}
