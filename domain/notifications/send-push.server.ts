import type { Context } from '#domain/context.server.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { BrowserSubscription, PushDelivery } from '#platform/push/port.ts'

type PushRequest = { accountId: AccountId; message: PushMessage } & PushDelivery

/**
 * Sends a push message to every subscribed browser of a person. `reached` counts the push services that accepted it.
 * Throws when all failed, so that the job retries.
 */
export async function sendPush(
  ctx: PushContext,
  { accountId, message, ...delivery }: PushRequest,
): Promise<{ reached: number }> {
  allow(ctx.actor, 'system')
  const browsers = await listBrowsers(ctx, accountId)
  return deliverAll(
    ctx,
    browsers.map((browser) => ({ browser, message })),
    delivery,
  )
}

type PushBrowser = BrowserSubscription & { id: string; signInId: string }

/** Leaves out browsers whose sign-in has expired but is not deleted yet. */
export async function listBrowsers({ db, clock }: PushContext, accountId: AccountId): Promise<PushBrowser[]> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sign_ins', 'sign_ins.id', 'sign_in_id')
    .select(['push_subscriptions.id', 'sign_in_id as signInId', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.profile_id', '=', accountId)
    .where('sign_ins.expires_at', '>', clock.now())
    .execute()
}

export async function hasBrowsers({ db }: Context, accountId: AccountId): Promise<boolean> {
  const browser = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('profile_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return browser !== undefined
}

type PushToBrowser = { browser: PushBrowser; message: PushMessage }

export async function deliverAll(
  ctx: PushContext,
  pushes: PushToBrowser[],
  delivery: PushDelivery,
): Promise<{ reached: number }> {
  const results = await Promise.allSettled(
    pushes.map(async ({ browser, message }) => {
      const outcome = await ctx.push.send(browser, JSON.stringify(message), delivery)
      await saveOutcome(ctx, browser, outcome)
      return outcome
    }),
  )
  const reached = results.filter((result) => result.status === 'fulfilled' && result.value === 'accepted').length
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (reached === 0 && failures.length > 0)
    throw new AggregateError(failures, `all push services failed: ${failures.join('; ')}`)
  return { reached }
}

async function saveOutcome(
  { db, clock }: PushContext,
  { id }: PushBrowser,
  outcome: 'accepted' | 'gone',
): Promise<void> {
  if (outcome === 'gone') await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
  else await db.updateTable('push_subscriptions').set({ last_delivered_at: clock.now() }).where('id', '=', id).execute()
}
