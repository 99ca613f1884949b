import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import { isCall, type Side } from '#domain/sessions/states.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { type AccountId, type BoardId, isUuid, type SessionId } from '#kernel/ids.ts'
import { boardAdditionsAfterCallMs, boardOpenAfterCallMs } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

export type BoardAccess = {
  id: BoardId
  /** The session of the board, or null for a prepared board. */
  sessionId: SessionId | null
  side: Side
  authorId: AccountId
  canWrite: boolean
  /** For a day after the call, a person may still add own content, but not change content of the other person. */
  canAdd: boolean
}

/**
 * Returns the permissions of the actor for a board. The two people of a session may read its board, write during the
 * call and shortly after it, and for a day add content that they could not store before. Experts may read and write
 * their own prepared boards. All others get `no_such_board`.
 */
export async function getBoardAccess(ctx: Context, id: string): Promise<BoardAccess> {
  if (!isPerson(ctx.actor) || !isUuid<BoardId>(id)) throw new Refusal('no_such_board')
  const authorId = ctx.actor.id
  const prepared = await ctx.db
    .selectFrom('boards')
    .select('owner_id')
    .where('id', '=', id)
    .where('owner_id', 'is not', null)
    .executeTakeFirst()
  if (prepared) {
    if (prepared.owner_id !== authorId) throw new Refusal('no_such_board')
    return { id, sessionId: null, side: 'expert', authorId, canWrite: true, canAdd: true }
  }
  const session = await getSession(ctx, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'no_such_session' ? new Refusal('no_such_board') : error
  })
  if (session.side === null) throw new Refusal('board_needs_reason')
  const sinceEndMs =
    session.endedAt !== null && session.connectedAt !== null
      ? ctx.clock.now().getTime() - session.endedAt.getTime()
      : Infinity
  const canWrite = isCall(session.state) || sinceEndMs < boardOpenAfterCallMs
  const canAdd = canWrite || sinceEndMs < boardAdditionsAfterCallMs
  return { id, sessionId: session.id, side: session.side, authorId, canWrite, canAdd }
}
