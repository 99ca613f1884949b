import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'
import { listRung, writeRing } from '#domain/notifications/push-rings.server.ts'
import { deliverAll, listBrowsers } from '#domain/notifications/send-push.server.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { ringAcknowledgeMs } from '#kernel/limits.ts'
import { ringTag } from '#kernel/ring-tag.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** `sessionId` may be the id of an offer, because its session gets the same id. */
type RingPush = { sessionId: SessionId; expertId: AccountId } & Pick<PushMessage, 'title' | 'body'>

/** Rings in every browser of the expert. Another job checks that each browser acknowledged the push. */
export async function pushRing(ctx: PushContext, ring: RingPush & { ringUntil: Date }): Promise<void> {
  allow(ctx.actor, 'system')
  const { sessionId, expertId, ringUntil, title, body } = ring
  const now = ctx.clock.now()
  const browsers = await listBrowsers(ctx, expertId)
  const receipts = await inTransaction(ctx, async (txCtx) => {
    const runAt = new Date(now.getTime() + ringAcknowledgeMs)
    await enqueue(txCtx.db, 'check_ring_push', { sessionId }, { key: `ring push ${sessionId}`, runAt })
    return Promise.all(
      browsers.map(async (browser) => ({
        browser,
        receipt: await writeRing(txCtx, { sessionId, subscriptionId: browser.id, plannedAt: now }),
      })),
    )
  })
  const message: PushMessage = {
    id: sessionId,
    kind: 'incoming_call',
    title,
    body,
    href: '/expert/profile',
    tag: ringTag(sessionId),
    call: { sessionId },
  }
  await deliverAll(
    ctx,
    receipts.map(({ browser, receipt }) => ({ browser, message: { ...message, receipt } })),
    {
      urgency: 'high',
      ttlSeconds: Math.ceil((ringUntil.getTime() - now.getTime()) / 1_000),
      topic: pushTopic(sessionId),
    },
  )
}

/** Replaces a ring with a silent notification of the result, except in the browser that answered. */
export async function endRingPush(
  ctx: PushContext,
  ring: RingPush & { href: string; exceptSignInId: string | null },
): Promise<void> {
  allow(ctx.actor, 'system')
  const { sessionId, expertId, exceptSignInId, title, body, href } = ring
  const rungSubscriptions = await listRung(ctx, sessionId)
  const browsers = (await listBrowsers(ctx, expertId)).filter(
    ({ id, signInId }) => signInId !== exceptSignInId && rungSubscriptions.has(id),
  )
  const message: PushMessage = {
    id: sessionId,
    kind: 'incoming_call',
    title,
    body,
    href,
    tag: ringTag(sessionId),
    quiet: true,
  }
  await deliverAll(
    ctx,
    browsers.map((browser) => ({ browser, message })),
    { urgency: 'high', ttlSeconds: 60, topic: pushTopic(sessionId) },
  )
}

/** Push services keep one message per topic. A topic has at most 32 characters. */
function pushTopic(sessionId: string): string {
  return sessionId.replaceAll('-', '')
}
