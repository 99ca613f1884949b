import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type NewMessage, newMessage, type SessionMessage } from '#domain/sessions/contract.ts'
import { lockOwnSession } from '#domain/sessions/transition-session.server.ts'
import { isCall } from '#domain/sessions/states.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { messagesOfSessionMax, messagesPerMinute } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** A participant writes to the other during a call. Repeating an id returns the same message, even after the call. */
export async function writeMessage(ctx: Context, input: NewMessage): Promise<SessionMessage> {
  allow(ctx.actor, 'signedIn')
  const { id, sessionId, text } = parse(newMessage, input)
  const authorId = ctx.actor.id
  return inTransaction(ctx, async (txCtx) => {
    const session = await lockOwnSession(txCtx, sessionId)
    if (session.by === 'system') throw new Refusal('not_allowed')
    const storedMessage = await findStoredMessage(txCtx, { id, sessionId, authorId, text })
    if (storedMessage) return { ...storedMessage, id, text, side: session.by }
    if (!isCall(session.state)) throw new Refusal('chat_closed')
    const number = await getNextNumber(txCtx, { sessionId: session.id, authorId })
    const saidAt = ctx.clock.now()
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('session_messages')
      .values({ id, session_id: sessionId, number, author_id: authorId, text, said_at: saidAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    // The same id was used in another session at the same moment.
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('other_request')
    txCtx.publish(`chat:${sessionId}`, { type: 'changed' })
    return { id, number, side: session.by, text, saidAt }
  })
}

type StoredMessageKey = { id: string; sessionId: string; authorId: AccountId; text: string }

/** Returns the message stored under this id. It must have the same text, author and session. */
async function findStoredMessage({ db }: Context, { id, sessionId, authorId, text }: StoredMessageKey) {
  const row = await db.selectFrom('session_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  if (row.session_id !== sessionId || row.author_id !== authorId || row.text !== text) {
    throw new Refusal('other_request')
  }
  return { number: row.number, saidAt: row.said_at }
}

/** Returns the next number, without gaps because the session is locked. */
async function getNextNumber(
  { db, clock }: Context,
  { sessionId, authorId }: { sessionId: SessionId; authorId: AccountId },
): Promise<number> {
  const minuteAgo = new Date(clock.now().getTime() - 60_000)
  const { rows } = await sql<{ last: number; recentByAuthor: number }>`
    select coalesce(max(number), 0) as last,
      count(*) filter (where author_id = ${authorId} and said_at > ${minuteAgo})::integer as "recentByAuthor"
    from session_messages where session_id = ${sessionId}`.execute(db)
  const { last, recentByAuthor } = rows[0] ?? { last: 0, recentByAuthor: 0 }
  if (last >= messagesOfSessionMax) throw new Refusal('chat_full')
  if (recentByAuthor >= messagesPerMinute) throw new Refusal('too_many_messages')
  return last + 1
}
