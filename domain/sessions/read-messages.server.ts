import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { listMessages } from '#domain/sessions/message-queries.server.ts'

/** Lists messages that are now shown to the actor. The dashboard of an expert then no longer lists them as unread. */
export async function readMessages(
  ctx: Context,
  options: { sessionId: string; after?: number },
): Promise<SessionMessage[]> {
  const messages = await listMessages(ctx, options)
  const last = messages.at(-1)
  const hasNew = messages.some(({ side }) => side === 'student')
  if (last && hasNew && isPerson(ctx.actor) && ctx.actor.role === 'expert') {
    await sql`
      insert into chat_reads (session_id, number) values (${options.sessionId}, ${last.number})
      on conflict (session_id) do update set number = excluded.number where chat_reads.number < excluded.number
    `.execute(ctx.db)
  }
  return messages
}
