import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { tellTeam } from '#domain/audit/tell-team.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionEnd, sessionEnd } from '#domain/sessions/contract.ts'
import { asSystem, type CallContext } from '#domain/sessions/move-session.server.ts'
import { stopSession } from '#domain/sessions/stop-session.server.ts'
import { findStuck } from '#domain/sessions/stuck-sessions.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Somebody of the team ends a session that is stuck, or any session for a reason of safety. No amount is named here: what was shared is
 * billed as after every other end, and both pages are told. Whoever comes second is told who was first.
 */
export async function endSession(ctx: CallContext, input: SessionEnd): Promise<void> {
  allow(ctx.actor, 'team')
  const { id, reason, why } = parse(sessionEnd, input)
  const session = await findStuck(ctx, id)
  if (!session) throw new Refusal('no_such_session')
  if (session.isOpen && reason === 'stuck' && !session.stuck) throw new Refusal('session_is_well')
  const ended =
    session.isOpen &&
    (await stopSession(
      { ...asSystem(ctx), times: ctx.times },
      {
        id,
        reason,
        also: (own, { state }) =>
          writeAudit(
            { ...own, actor: ctx.actor },
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
  tellTeam(ctx)
}
