import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { type CallContext, transitionSession } from '#domain/sessions/transition-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * One side ends the call, and billed time stops. The metering process settles the session. Without a meter, the
 * session is settled immediately.
 */
export async function hangUp(ctx: CallContext, input: SessionChoice): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id } = parse(sessionChoice, input)
  if (await isRinging(ctx, id)) {
    const isCancelled = await cancelSession(ctx, { id }).then(
      () => true,
      (error: unknown) => {
        // The expert accepted at the same moment, so there is a call to end.
        if (error instanceof Refusal && error.code === 'session_moved_on') return false
        throw error
      },
    )
    if (isCancelled) return
  }
  const { row } = await transitionSession(ctx, {
    id,
    transition: 'hangUp',
    what: 'hung up',
    change: { ended_at: ctx.clock.now(), end_reason: 'hung_up' },
  })
  if (row.meter_node === null) await settleSession({ ...ctx, actor: { kind: 'system' } }, { id })
}

/** Returns whether the actor's own request is ringing. */
async function isRinging({ db, actor }: Context, id: SessionId): Promise<boolean> {
  if (!isPerson(actor)) return false
  const row = await db
    .selectFrom('help_sessions')
    .select('state')
    .where('id', '=', id)
    .where('student_id', '=', actor.id)
    .executeTakeFirst()
  return row?.state === 'ringing'
}
