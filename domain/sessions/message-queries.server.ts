import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

type MessageListOptions = {
  sessionId: string
  /** The number of the last message that the caller already has. */
  after?: number
}

/** Lists the messages of the actor's own session, in order. The team uses `readChat`, which records its reason. */
export async function listMessages(
  ctx: Context,
  { sessionId, after = 0 }: MessageListOptions,
): Promise<SessionMessage[]> {
  const { id, side } = await getSession(ctx, sessionId)
  if (side === null) throw new Refusal('chat_needs_reason')
  return selectMessages(ctx, { id, after }).execute()
}

/** The caller checks the permission. */
export function selectMessages({ db }: Context, { id, after = 0 }: { id: SessionId; after?: number }) {
  return db
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
}

/** Counts the messages of a session. Unlike reading them, this requires no reason. */
export async function countMessages(ctx: Context, id: SessionId): Promise<number> {
  allow(ctx.actor, 'supportPeople')
  const { count } = await ctx.db
    .selectFrom('session_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
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
