import type { Context } from '#domain/context.server.ts'
import { switchExpertOff } from '#domain/experts/switch-expert-off.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { hasMissedCheckpoints } from '#domain/sessions/meter-rows.server.ts'
import {
  asSystem,
  type LockedSession,
  transitionSession,
  addEvent,
} from '#domain/sessions/transition-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Ends a ring or a connection attempt whose deadline has passed. Idempotent. */
export async function expireSession(ctx: Context, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select(['state', 'ring_until', 'connect_until'])
    .select(hasMissedCheckpoints.as('is_abandoned'))
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const now = ctx.clock.now()
  try {
    if (session?.state === 'ringing' && session.ring_until <= now) {
      await transitionSession(ctx, {
        id: sessionId,
        transition: 'miss',
        what: 'missed',
        alsoInTransaction: notifyOfMissedRing,
      })
    } else if (session?.state === 'connecting' && session.connect_until && session.connect_until <= now) {
      // The metering process is gone or frozen. The session gets a new deadline when it is metered again.
      if (session.is_abandoned) return
      await transitionSession(ctx, { id: sessionId, transition: 'failToConnect', what: 'did not connect' })
    }
  } catch (error) {
    // The session has changed state at the same time.
    if (!(error instanceof Refusal && error.code === 'session_moved_on')) throw error
  }
}

async function notifyOfMissedRing(ctx: Context, missed: LockedSession): Promise<void> {
  const { id: sessionId, expertId, studentId } = missed
  await notify(ctx, {
    to: expertId,
    kind: 'missed_call',
    facts: { sessionId },
    about: studentId,
    once: `missed ${sessionId}`,
  })
  await switchOffIfUnresponsive(ctx, missed)
}

/**
 * Switches the expert off after two missed rings in a row from different students. Rings that the student cancelled
 * do not count.
 */
async function switchOffIfUnresponsive(ctx: Context, missed: LockedSession): Promise<void> {
  const previous = await ctx.db
    .selectFrom('help_sessions')
    .select(['id', 'state', 'student_id'])
    .where('expert_id', '=', missed.expertId)
    .where('id', '<>', missed.id)
    .where('asked_at', '<=', missed.row.asked_at)
    .where('state', '<>', 'cancelled')
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (previous?.state !== 'missed' || previous.student_id === missed.studentId) return
  // The previous miss already switched the expert off, so the count starts again.
  if (await hasSwitchedOff(ctx, previous.id)) return
  const wasSwitchedOff = await switchExpertOff(asSystem(ctx), missed.expertId)
  if (wasSwitchedOff) await addEvent(ctx, { sessionId: missed.id, what: 'switched off', side: 'expert' })
}

async function hasSwitchedOff(ctx: Context, sessionId: SessionId): Promise<boolean> {
  const line = await ctx.db
    .selectFrom('session_events')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('what', '=', 'switched off')
    .executeTakeFirst()
  return line !== undefined
}
