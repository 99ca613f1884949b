import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { lockOwnSession, addEvent } from '#domain/sessions/transition-session.server.ts'
import { canJoin, type SessionState, type Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

export type Joined = { id: SessionId; side: Side; epoch: number; state: SessionState }

/** A participant's browser joins or rejoins. Every join gets a higher epoch, and only the latest epoch counts. */
export async function joinSession(ctx: Context, input: SessionChoice): Promise<Joined> {
  allow(ctx.actor, 'signedIn')
  const parsed = parse(sessionChoice, input)
  return inTransaction(ctx, async (txCtx) => {
    const { id, by, state, row } = await lockOwnSession(txCtx, parsed.id)
    if (by === 'system' || !canJoin(state, by)) throw new Refusal('session_moved_on')
    const column = by === 'student' ? 'student_epoch' : 'expert_epoch'
    const epoch = row[column] + 1
    await txCtx.db
      .updateTable('help_sessions')
      .set({ [column]: epoch })
      .where('id', '=', id)
      .execute()
    await addEvent(txCtx, { sessionId: id, what: 'joined', side: by, details: { epoch } })
    return { id, side: by, epoch, state }
  })
}
