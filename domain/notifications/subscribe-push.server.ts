import { ECDH } from 'node:crypto'
import { lockSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { countInHour, pushCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { lockForCounting } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { pushEndpoint, pushSubscription } from '#domain/notifications/contract.ts'
import { allow, type Person } from '#domain/policy.ts'
import { pushSubscriptionsMax, pushSubscriptionsPerHour } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import type { Push } from '#platform/push/port.ts'

export type PushContext = Context & { push: Push }

/**
 * Subscribes this browser to push for as long as its sign-in lasts. A repeated call confirms the subscription, and
 * moves a browser of another person to the actor. With `replaces`, the earlier endpoint of the browser must belong to
 * the actor.
 */
export async function subscribePush(ctx: PushContext, input: unknown): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const person = ctx.actor
  const { endpoint, keys, replaces } = parse(pushSubscription, input)
  if (!isPoint(keys.p256dh)) throw new Refusal('push_impossible')
  const now = ctx.clock.now()
  if (!(await hasSubscription(ctx.db, person, endpoint))) {
    const limit = { key: pushCountKey(person.id), max: pushSubscriptionsPerHour }
    await countInHour(ctx.db, { ...limit, refusal: 'too_many_push_subscriptions' }, now)
    if (!(await ctx.push.canSendTo(endpoint))) throw new Refusal('push_impossible')
  }
  const columns = { profile_id: person.id, sign_in_id: person.signInId, ...keys, confirmed_at: now }
  await inTransaction(ctx, async ({ db }) => {
    await lockForCounting(db, person.id)
    await lockSignIn(db, person.signInId)
    if (replaces && !(await removeSubscription(db, person, replaces))) throw new Refusal('push_impossible')
    await db
      .insertInto('push_subscriptions')
      .values({ ...columns, endpoint, created_at: now })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...columns, ring_unanswered_at: null }))
      .execute()
    await removeOldestSubscriptions(db, person)
  })
}

/** Unsubscribes this browser. A browser of another person is silently ignored. */
export async function unsubscribePush(ctx: Context, input: unknown): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { endpoint } = parse(pushEndpoint, input)
  await removeSubscription(ctx.db, ctx.actor, endpoint)
}

async function hasSubscription(db: Database, { id }: Person, endpoint: string): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('endpoint', '=', endpoint)
    .where('profile_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether the person had this subscription. */
async function removeSubscription(db: Database, { id }: Person, endpoint: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('profile_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Above the limit, removes the subscriptions that were confirmed first. */
async function removeOldestSubscriptions(tx: Database, { id }: Person): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('profile_id', '=', id)
        .orderBy('confirmed_at', 'desc')
        .orderBy('id', 'desc')
        .offset(pushSubscriptionsMax),
    )
    .execute()
}

/** Whether the key is a valid point, so that we can encrypt for it. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
