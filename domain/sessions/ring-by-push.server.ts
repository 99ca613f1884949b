import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'
import { listRung, writeRing } from '#domain/notifications/push-rings.server.ts'
import { deliverAll, listBrowsers } from '#domain/notifications/send-push.server.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionId } from '#kernel/ids.ts'
import { ringAcknowledgeMs } from '#kernel/limits.ts'
import { ringTag } from '#kernel/ring-tag.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Runs as a job after the request: rings in every browser of the expert, also without an open page. Each browser must
 * acknowledge the push, which another job checks.
 */
export async function ringByPush(ctx: PushContext, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRingRow(ctx.db, sessionId)
  const now = ctx.clock.now()
  if (ring?.state !== 'ringing' || ring.ring_until <= now) return
  const browsers = await listBrowsers(ctx, ring.expert_id)
  const addressed = await inTransaction(ctx, async (txCtx) => {
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
    title: `${ring.student} is calling`,
    body: ring.call_type === 'video' ? 'Video call' : 'Audio call',
    href: '/expert/profile',
    tag: ringTag(sessionId),
    call: { sessionId },
  }
  await deliverAll(
    ctx,
    addressed.map(({ browser, receipt }) => ({ browser, message: { ...message, receipt } })),
    {
      urgency: 'high',
      ttlSeconds: Math.ceil((ring.ring_until.getTime() - now.getTime()) / 1_000),
      topic: pushTopic(sessionId),
    },
  )
}

type ClosedRing = { sessionId: SessionId; exceptSignInId: string | null }

/** Runs as a job: replaces the ring with a silent notification of the result, except in the browser that answered. */
export async function closeRingPush(ctx: PushContext, { sessionId, exceptSignInId }: ClosedRing): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRingRow(ctx.db, sessionId)
  if (!ring || ring.state === 'ringing') return
  const rungSubscriptions = await listRung(ctx, sessionId)
  const browsers = (await listBrowsers(ctx, ring.expert_id)).filter(
    ({ id, signInId }) => signInId !== exceptSignInId && rungSubscriptions.has(id),
  )
  const message: PushMessage = {
    id: sessionId,
    kind: 'incoming_call',
    ...endedRingText(ring),
    href: `/expert/sessions/${sessionId}`,
    tag: ringTag(sessionId),
    quiet: true,
  }
  await deliverAll(
    ctx,
    browsers.map((browser) => ({ browser, message })),
    { urgency: 'high', ttlSeconds: 60, topic: pushTopic(sessionId) },
  )
}

type RingRow = NonNullable<Awaited<ReturnType<typeof findRingRow>>>

function findRingRow(db: Database, sessionId: SessionId) {
  return db
    .selectFrom('help_sessions')
    .innerJoin('profiles', 'profiles.id', 'help_sessions.student_id')
    .select(['state', 'ring_until', 'answered_at', 'call_type', 'expert_id', 'full_name as student'])
    .where('help_sessions.id', '=', sessionId)
    .executeTakeFirst()
}

function endedRingText({ state, answered_at, student }: RingRow): Pick<PushMessage, 'title' | 'body'> {
  if (answered_at) return { title: `You answered ${student}`, body: 'The call is open on another device or tab.' }
  if (state === 'declined') return { title: 'Call declined', body: `${student} has been told.` }
  if (state === 'cancelled') return { title: `${student} hung up`, body: 'Nobody was charged.' }
  return { title: `Missed call from ${student}`, body: 'The call is over. Nobody was charged.' }
}

/** Push services keep one message per topic. A topic has at most 32 characters. */
function pushTopic(sessionId: string): string {
  return sessionId.replaceAll('-', '')
}
