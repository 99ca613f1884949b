import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type ApprovalChange, approvalChange } from '#domain/experts/contract.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { collectMessages } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { asSystem, type CallContext } from '#domain/sessions/transition-session.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { stopSession } from '#domain/sessions/stop-session.server.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'

/**
 * Changes an expert's approval. A suspension also ends the open session as if the expert had left it. Sockets receive
 * the suspension last, so that the session ends for this reason and not because of a lost connection. The sweeper
 * ends the session if this process dies in between.
 */
export async function changeApproval(ctx: CallContext, input: ApprovalChange): Promise<void> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  const { expertId, approval } = parse(approvalChange, input)
  const { publish, publishCollected } = collectMessages(ctx)
  await setApproval({ ...ctx, publish }, input)
  try {
    if (approval === 'suspended') {
      for (const id of await listOpenSessions(ctx, expertId)) await endSessionOfSuspended(ctx, { id })
    }
  } finally {
    publishCollected()
  }
}

/** Ends a session whose expert is suspended. Idempotent. */
export async function endSessionOfSuspended(ctx: CallContext, { id }: { id: SessionId }): Promise<void> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  await stopSession(
    { ...asSystem(ctx), times: ctx.times },
    {
      id,
      reason: 'suspended',
      side: 'expert',
      alsoInTransaction: (txCtx, { state, expertId }) =>
        writeAudit(
          { ...txCtx, actor: ctx.actor },
          {
            act: 'session ended',
            on: { thing: 'session', id },
            about: expertId,
            why: 'The expert was suspended.',
            before: { state },
            after: { reason: 'suspended' },
          },
        ),
    },
  )
}

async function listOpenSessions({ db }: Context, expertId: ExpertId): Promise<SessionId[]> {
  const rows = await db
    .selectFrom('help_sessions')
    .innerJoin('experts', 'experts.user_id', 'help_sessions.expert_id')
    .select('help_sessions.id')
    .where('experts.id', '=', expertId)
    .where('help_sessions.state', 'in', openStates)
    .execute()
  return rows.map(({ id }) => id)
}
