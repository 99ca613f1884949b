import { sql } from 'kysely'
import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import type { BoardChanges } from '#domain/boards/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { type BoardId, isUuid, type SessionId } from '#kernel/ids.ts'

type ChangesOptions = {
  id: string
  /** The number of the last change that the caller already has. */
  after?: number
  /** Ends after the first change that reaches this size. */
  maxBytes?: number
}

/** Returns the changes of a board that the actor may read. The team uses `readBoardOfSession`, which records its reason. */
export async function listBoardChanges(ctx: Context, { id, ...options }: ChangesOptions): Promise<BoardChanges> {
  allow(ctx.actor, 'signedIn')
  const access = await getBoardAccess(ctx, id)
  return listChanges(ctx, access.id, options)
}

/** The caller checks the permission. */
export async function listChanges(
  { db }: Context,
  id: BoardId,
  { after = 0, maxBytes }: Omit<ChangesOptions, 'id'> = {},
): Promise<BoardChanges> {
  const all = db
    .selectFrom('board_updates')
    .select(['number', 'data'])
    .select(sql<number>`max(number) over ()`.as('newest'))
    .select(sql<number>`sum(length(data)) over (order by number) - length(data)`.as('bytes_before'))
    .where('board_id', '=', id)
    .where('number', '>', after)
  const rows = await db
    .selectFrom(all.as('changes'))
    .select(['number', 'data', 'newest'])
    .$if(maxBytes !== undefined, (query) => query.where('bytes_before', '<', maxBytes ?? 0))
    .orderBy('number')
    .execute()
  const newest = rows.at(-1)
  return {
    last: newest?.number ?? after,
    changes: rows.map(({ data }) => data),
    hasMore: newest !== undefined && newest.number < newest.newest,
  }
}

/** Whether the board of a session was ever changed. The caller checks the permission. */
export async function isBoardUsed({ db }: Context, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('boards')
    .select('last')
    .where('session_id', '=', sessionId)
    .where('last', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the payload of a board topic: the number of its last change, or 0 before the first one. */
export async function findBoardState(ctx: Context, id: string): Promise<{ last: number } | null> {
  allow(ctx.actor, 'system')
  if (!isUuid<BoardId>(id)) return null
  const row = await ctx.db.selectFrom('boards').select('last').where('id', '=', id).executeTakeFirst()
  return { last: row?.last ?? 0 }
}

/** Whether the actor has prepared this board. */
export async function isOwnBoard({ db, actor }: Context, id: string): Promise<boolean> {
  if (!isPerson(actor) || !isUuid<BoardId>(id)) return false
  const row = await db
    .selectFrom('boards')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  return row !== undefined
}
