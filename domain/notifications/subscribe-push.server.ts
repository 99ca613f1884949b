import { ECDH } from 'node:crypto'
import { keepSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { pushEndpoint, pushSubscription } from '#domain/notifications/contract.ts'
import { allow, isPerson, type Person } from '#domain/policy.ts'
import { pushSubscriptionsMax } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import type { Push } from '#platform/push/port.ts'

export type PushContext = Context & { push: Push }

/**
 * This browser may be told things while no page is open, for as long as its sign-in lasts. Saying so again confirms that it is
 * there. A browser that somebody else had used before belongs to whoever is signed in now, if a page of theirs says so; one that got a
 * new address by itself stays with the person who turned it on, and whoever else is signed in there is not asked.
 */
export async function subscribePush(ctx: PushContext, input: unknown): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const person = ctx.actor
  const { endpoint, keys, replaces } = parse(pushSubscription, input)
  if (!ctx.push.isPossible(endpoint) || !isPoint(keys.p256dh)) throw new Refusal('push_impossible')
  const now = ctx.clock.now()
  const mine = { profile_id: person.id, sign_in_id: person.signInId, ...keys, confirmed_at: now }
  await inTransaction(ctx, async ({ db }) => {
    await keepSignIn(db, person.signInId)
    if (replaces && !(await removeSubscription(db, person, replaces))) throw new Refusal('push_impossible')
    await db
      .insertInto('push_subscriptions')
      .values({ ...mine, endpoint, created_at: now })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({ ...mine, ring_unanswered_at: null }),
      )
      .execute()
    await removeOldestSubscriptions(db, person)
  })
}

/** No more of it for this browser. Of a browser that is not one's own nothing happens, and nothing is said. */
export async function unsubscribePush(ctx: Context, input: unknown): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const parsed = parse(pushEndpoint, input)
  await removeSubscription(ctx.db, ctx.actor, parsed.endpoint)
}

/** Whether it was that person's. */
async function removeSubscription(db: Database, { id }: Person, endpoint: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('profile_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/** Somebody with that many browsers no longer uses the ones that were silent for longest. */
async function removeOldestSubscriptions(tx: Database, { id }: Person): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (of) =>
      of
        .selectFrom('push_subscriptions')
        .select('id')
        .where('profile_id', '=', id)
        .orderBy('confirmed_at', 'desc')
        .orderBy('id', 'desc')
        .offset(pushSubscriptionsMax),
    )
    .execute()
}

/** Whether one can encrypt for it. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
