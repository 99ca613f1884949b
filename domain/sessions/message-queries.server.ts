import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'

type MessageListOptions = {
  sessionId: string
  /** The number of the last message that the caller already has. */
  after?: number
}

/** Lists the messages of a session that the actor may see, in order. */
export async function listMessages(
  ctx: Context,
  { sessionId, after = 0 }: MessageListOptions,
): Promise<SessionMessage[]> {
  const { id } = await getSession(ctx, sessionId)
  return ctx.db
    .selectFrom('session_messages')
    .innerJoin('help_sessions', 'help_sessions.id', 'session_messages.session_id')
    .select(['session_messages.id', 'number', 'text', 'said_at as saidAt'])
    .select(({ eb, ref }) =>
      eb
        .case()
        .when('author_id', '=', ref('student_id'))
        .then('student')
        .else('expert')
        .end()
        .$castTo<Side>()
        .as('side'),
    )
    .where('session_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .execute()
}

/** Returns the payload of a chat topic: the number of its last message. Null if the session does not exist. */
export async function findChatState(ctx: Context, sessionId: SessionId): Promise<{ last: number } | null> {
  allow(ctx.actor, 'system')
  const row = await ctx.db
    .selectFrom('help_sessions')
    .leftJoin('session_messages', 'session_id', 'help_sessions.id')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('help_sessions.id', '=', sessionId)
    .groupBy('help_sessions.id')
    .executeTakeFirst()
  return row ? { last: row.last ?? 0 } : null
}
