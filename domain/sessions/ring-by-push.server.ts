import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type PushMessage, pushReceipt } from '#domain/notifications/contract.ts'
import { type Browser, deliverAll, listBrowsers } from '#domain/notifications/send-push.server.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import { pushRingsKeptHours, ringAcknowledgeMs } from '#kernel/limits.ts'
import { ringTag } from '#kernel/ring-tag.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Runs as a job, planned with the request: it rings in every browser of the expert, also where no page is open. Each is to
 * acknowledge it; whether it did is looked at a little later, whatever becomes of this process.
 */
export async function ringByPush(ctx: PushContext, { sessionId }: { sessionId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRing(ctx.db, sessionId)
  const now = ctx.clock.now()
  if (ring?.state !== 'ringing' || ring.ring_until <= now) return
  const browsers = await listBrowsers(ctx, ring.expert_id)
  const addressed = await ctx.db.transaction().execute(async (tx) => {
    const runAt = new Date(now.getTime() + ringAcknowledgeMs)
    await enqueue(tx, 'check_ring_push', { sessionId }, { key: `ring push ${sessionId}`, runAt })
    return Promise.all(browsers.map((browser) => address(tx, { browser, sessionId, now })))
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
      topic: topicOf(sessionId),
    },
  )
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

type Ended = { sessionId: string; exceptSignInId: string | null }

/** Runs as a job: what rings in a browser gives way to a quiet word of what became of it, but where it was answered. */
export async function closeRingPush(ctx: PushContext, { sessionId, exceptSignInId }: Ended): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRing(ctx.db, sessionId)
  if (!ring || ring.state === 'ringing') return
  const rung = await ctx.db
    .selectFrom('push_rings')
    .select('subscription_id')
    .where('session_id', '=', sessionId)
    .execute()
  const browsers = (await listBrowsers(ctx, ring.expert_id)).filter(
    ({ id, signInId }) =>
      signInId !== exceptSignInId && rung.some(({ subscription_id }) => subscription_id === id),
  )
  const message: PushMessage = {
    id: sessionId,
    kind: 'incoming_call',
    ...endingOf(ring),
    href: `/expert/sessions/${sessionId}`,
    tag: ringTag(sessionId),
    quiet: true,
  }
  await deliverAll(
    ctx,
    browsers.map((browser) => ({ browser, message })),
    { urgency: 'high', ttlSeconds: 60, topic: topicOf(sessionId) },
  )
}

/** Whether it rang is of no interest the day after. */
export async function forgetOldRings(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const before = new Date(ctx.clock.now().getTime() - pushRingsKeptHours * 3_600_000)
  await ctx.db.deleteFrom('push_rings').where('planned_at', '<', before).execute()
}

type Ring = NonNullable<Awaited<ReturnType<typeof findRing>>>

function findRing(db: Database, sessionId: string) {
  return db
    .selectFrom('help_sessions')
    .innerJoin('profiles', 'profiles.id', 'help_sessions.student_id')
    .select(['state', 'ring_until', 'answered_at', 'call_type', 'expert_id', 'full_name as student'])
    .where('help_sessions.id', '=', sessionId)
    .executeTakeFirst()
}

/** A second try of the same ring has another token, of which only the last counts. */
async function address(
  tx: Database,
  { browser, sessionId, now }: { browser: Browser; sessionId: string; now: Date },
): Promise<{ browser: Browser; receipt: string }> {
  const { token, tokenHash } = newToken()
  const ring = { token_hash: tokenHash, planned_at: now }
  await tx
    .insertInto('push_rings')
    .values({ ...ring, session_id: sessionId, subscription_id: browser.id })
    .onConflict((conflict) => conflict.columns(['session_id', 'subscription_id']).doUpdateSet(ring))
    .execute()
  return { browser, receipt: token }
}

function endingOf({ state, answered_at, student }: Ring): Pick<PushMessage, 'title' | 'body'> {
  if (answered_at) return { title: `You answered ${student}`, body: 'The call is on another page of yours.' }
  if (state === 'declined') return { title: 'Call declined', body: `${student} has been told.` }
  if (state === 'cancelled') return { title: `${student} hung up`, body: 'Nobody was charged.' }
  return { title: `Missed call from ${student}`, body: 'The call is over. Nobody was charged.' }
}

/** Push services keep one message under a name, which may have 32 letters. */
function topicOf(sessionId: string): string {
  return sessionId.replaceAll('-', '')
}
