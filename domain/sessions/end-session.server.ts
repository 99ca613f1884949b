import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionEnd, sessionEnd } from '#domain/sessions/contract.ts'
import { asSystem, type CallContext } from '#domain/sessions/transition-session.server.ts'
import { stopSession } from '#domain/sessions/stop-session.server.ts'
import { findStuckState } from '#domain/sessions/stuck-sessions.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * The team ends a stuck session, or any session for safety reasons. The shared time is billed as after every other
 * end, and both pages are notified. If a colleague was first, the refusal names that colleague.
 */
export async function endSession(ctx: CallContext, input: SessionEnd): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, reason, why } = parse(sessionEnd, input)
  const session = await findStuckState(ctx, id)
  if (!session) throw new Refusal('no_such_session')
  if (session.isOpen && reason === 'stuck' && !session.stuck) throw new Refusal('session_is_well')
  const ended =
    session.isOpen &&
    (await stopSession(
      { ...asSystem(ctx), times: ctx.times },
      {
        id,
        reason,
        alsoInTransaction: (txCtx, { state }) =>
          writeAudit(
            { ...txCtx, actor: ctx.actor },
            {
              act: 'session ended',
              on: { thing: 'session', id },
              why,
              before: { state },
              after: { reason, stuck: session.stuck },
            },
          ),
      },
    ))
  if (!ended) throw await staleRefusal(ctx, { code: 'session_moved_on', on: { thing: 'session', id } })
  publishTeamQueuesChanged(ctx)
}
