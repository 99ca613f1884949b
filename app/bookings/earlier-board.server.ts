import type { Context } from '#domain/context.server.ts'
import { isBoardUsed } from '#domain/boards/queries.server.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { type ExpertId, isUuid, type SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

type EarlierBoard = { sessionId: SessionId; askedAt: Date }

/** Finds the board that a booked session can begin with. Null when it is not one of the viewer and this expert. */
export async function findEarlierBoard(
  context: Context,
  { session: id, expertId }: { session: string | null; expertId: ExpertId },
): Promise<EarlierBoard | null> {
  if (!isUuid(id)) return null
  try {
    const session = await getSession(context, id)
    const isOwn = session.side === 'student' && session.expertId === expertId
    return isOwn && (await isBoardUsed(context, session.id))
      ? { sessionId: session.id, askedAt: session.askedAt }
      : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
