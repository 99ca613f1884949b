import type { Context } from '#domain/context.server.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

type ConnectedSession = { id: SessionId; studentId: AccountId; expertId: AccountId }

/**
 * Returns a completed session in which both sides were connected, even a free one, and in which the actor is the given
 * side. All others get `no_such_session`.
 */
export async function getConnectedSession(
  ctx: Context,
  { id, side }: { id: string; side: Side },
): Promise<ConnectedSession> {
  if (!isUuid<SessionId>(id)) throw new Refusal('no_such_session')
  const row = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'state', 'connected_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || roleInSession(ctx.actor, row) !== side) throw new Refusal('no_such_session')
  if (row.state !== 'settled' || !row.connected_at) throw new Refusal('session_not_connected')
  return { id, studentId: row.student_id, expertId: row.expert_id }
}
