import type { PushMessage } from '#domain/notifications/contract.ts'
import { endRingPush, pushRing } from '#domain/notifications/push-ring.server.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/** Runs as a job after the request: rings in every browser of the expert, even without an open page. */
export async function ringByPush(ctx: PushContext, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRingRow(ctx.db, sessionId)
  if (ring?.state !== 'ringing' || ring.ring_until <= ctx.clock.now()) return
  await pushRing(ctx, {
    sessionId,
    expertId: ring.expert_id,
    ringUntil: ring.ring_until,
    title: `${ring.student} is calling`,
    body: ring.call_type === 'video' ? 'Video call' : 'Audio call',
  })
}

type ClosedRing = { sessionId: SessionId; exceptSignInId: string | null }

/** Runs as a job: replaces the ring with a silent notification of the result, except in the browser that answered. */
export async function closeRingPush(ctx: PushContext, { sessionId, exceptSignInId }: ClosedRing): Promise<void> {
  allow(ctx.actor, 'system')
  const ring = await findRingRow(ctx.db, sessionId)
  if (!ring || ring.state === 'ringing') return
  await endRingPush(ctx, {
    sessionId,
    expertId: ring.expert_id,
    exceptSignInId,
    href: `/expert/sessions/${sessionId}`,
    ...endedRingText(ring),
  })
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
  if (state === 'declined') return { title: 'Call declined', body: `${student} has been notified.` }
  if (state === 'cancelled') return { title: `${student} hung up`, body: 'Nobody was charged.' }
  return { title: `Missed call from ${student}`, body: 'The call is over. Nobody was charged.' }
}
