import { sql } from 'kysely'
import { boardAdditionCountKey, countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { type BoardAccess, getBoardAccess } from '#domain/boards/board-access.server.ts'
import { type BoardUpdate, boardUpdate } from '#domain/boards/contract.ts'
import { isOwnAddition } from '#domain/boards/document-work.server.ts'
import { listChanges } from '#domain/boards/queries.server.ts'
import { readChange, weigh } from '#domain/boards/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'
import {
  boardAdditionsPerHour,
  boardDeletionsMaxBytes,
  boardMaxBytes,
  boardUpdatesMax,
  boardUpdatesPerMinute,
  boardWritersMax,
  readBoardTimeoutMs,
} from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Stores a change of a board, and returns its number. Storing a change again is harmless: documents ignore content that
 * they already have. The change may contain only content that this author's pages have written.
 */
export async function storeBoardUpdate(ctx: Context, input: BoardUpdate): Promise<{ last: number }> {
  allow(ctx.actor, 'signedIn')
  const { id, data } = parse(boardUpdate, input)
  const access = await getBoardAccess(ctx, id)
  if (!access.canAdd) throw new Refusal('board_closed')
  const change = readChange(data)
  if (!change) throw new Refusal('invalid_input')
  if (!access.canWrite) await requireOwnAddition(ctx, access, { data, writers: change.writers })
  const bytes = weigh({ data, parts: change.parts })
  return inTransaction(ctx, async (txCtx) => {
    const board = await lockBoard(txCtx, access)
    // A full board still stores a change that only deletes. It is merged immediately, to free space.
    const isFull = board.bytes + bytes > boardMaxBytes
    if (isFull && (change.parts > 0 || board.bytes + bytes > boardMaxBytes + boardDeletionsMaxBytes)) {
      throw new Refusal(access.sessionId ? 'board_full' : 'prepared_board_full')
    }
    const storedUpdates = await countUpdates(txCtx, access)
    if (storedUpdates.byAuthorInMinute >= boardUpdatesPerMinute) throw new Refusal('too_many_board_changes')
    await claimWriters(txCtx, access, change.writers)
    const last = board.last + 1
    const now = ctx.clock.now()
    await txCtx.db
      .insertInto('board_updates')
      .values({ board_id: id, number: last, author_id: access.authorId, data: Buffer.from(data), stored_at: now })
      .execute()
    await txCtx.db
      .updateTable('boards')
      .set({ last, changed_at: now, bytes: sql`bytes + ${bytes}` })
      .where('id', '=', id)
      .execute()
    if (storedUpdates.all >= boardUpdatesMax || isFull) {
      await enqueue(txCtx.db, 'merge_board', { boardId: id }, { key: `merge ${id}` })
    }
    txCtx.publish(`board:${id}`, { type: 'changed' })
    return { last }
  })
}

/**
 * After the call, a change may only add or remove content of this author. `claimWriters` refuses writers of others. The
 * check needs the whole document, because a new value can replace one of the other person without deleting it.
 */
async function requireOwnAddition(
  ctx: Context,
  { id, authorId }: BoardAccess,
  { data, writers }: { data: Uint8Array; writers: Set<number> },
): Promise<void> {
  // Reading the document is expensive, so refused changes count too.
  const limit = { key: boardAdditionCountKey(authorId), max: boardAdditionsPerHour } as const
  await countInHour(ctx.db, { ...limit, refusal: 'too_many_board_changes' }, ctx.clock.now())
  const earlier = await ctx.db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .execute()
  const { changes } = await listChanges(ctx, id)
  const own = new Set([...writers, ...earlier.map(({ writer }) => Number(writer))])
  const isOwn = await isOwnAddition(
    { updates: changes, added: data, writers: [...own] },
    { for: 'people', timeoutMs: readBoardTimeoutMs },
  )
  if (!isOwn) throw new Refusal('board_keeps_others')
}

/** Locks the board. The board of a session is created with its first change. */
export async function lockBoard(
  { db, clock }: Context,
  { id, sessionId }: Pick<BoardAccess, 'id' | 'sessionId'>,
): Promise<{ last: number; bytes: number }> {
  if (sessionId) {
    const now = clock.now()
    await db
      .insertInto('boards')
      .values({ id, session_id: sessionId, created_at: now, changed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = await db
    .selectFrom('boards')
    .select(['last', 'bytes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // A prepared board was deleted meanwhile.
  if (!row) throw new Refusal('no_such_board')
  return { last: row.last, bytes: Number(row.bytes) }
}

async function countUpdates({ db, clock }: Context, { id, authorId }: BoardAccess) {
  const minuteAgo = new Date(clock.now().getTime() - 60_000)
  return db
    .selectFrom('board_updates')
    .select(({ fn, eb }) => [
      fn.countAll<number>().$castTo<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('author_id', '=', authorId), eb('stored_at', '>', minuteAgo)]))
        .$castTo<number>()
        .as('byAuthorInMinute'),
    ])
    .where('board_id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ all, byAuthorInMinute }) => ({ all: Number(all), byAuthorInMinute: Number(byAuthorInMinute) }))
}

/** Registers the author's pages as writers. Refuses a change that contains content of another person. */
async function claimWriters(
  { db }: Context,
  { id, authorId }: { id: BoardId; authorId: AccountId },
  writers: Set<number>,
): Promise<void> {
  if (writers.size === 0) return
  const rows = [...writers].map((writer) => ({ board_id: id, writer, author_id: authorId }))
  await db
    .insertInto('board_writers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const foreign = await db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('writer', 'in', [...writers])
    .where('author_id', '!=', authorId)
    .executeTakeFirst()
  if (foreign) throw new Refusal('invalid_input')
  const { count } = await db
    .selectFrom('board_writers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  if (Number(count) > boardWritersMax) throw new Refusal('board_full')
}
