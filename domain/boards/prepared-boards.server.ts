import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type BoardDetails, boardDetails, type PreparedBoard } from '#domain/boards/contract.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { lockForCounting } from '#domain/accounts/prevent-deletion.server.ts'
import { allow } from '#domain/policy.ts'
import { type AccountId, type BoardId, isUuid } from '#kernel/ids.ts'
import { boardMaxBytes, preparedBoardsMax } from '#kernel/limits.ts'
import { parseForm } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Lists the boards that the expert has prepared, the most recently changed first. */
export async function listPreparedBoards(ctx: Context): Promise<PreparedBoard[]> {
  allow(ctx.actor, 'expert')
  const rows = await ctx.db
    .selectFrom('boards')
    .select(['id', 'name', 'changed_at as changedAt', 'bytes'])
    .where('owner_id', '=', ctx.actor.id)
    .$narrowType<{ name: string }>()
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toPreparedBoard)
}

/** Lists the prepared boards that the expert may add to the board of this call. */
export async function listBoardsToAdd(ctx: Context, { id }: { id: string }): Promise<PreparedBoard[]> {
  allow(ctx.actor, 'expert')
  const call = await getBoardAccess(ctx, id)
  if (call.sessionId === null) throw new Refusal('no_such_board')
  if (!call.canWrite) throw new Refusal('board_closed')
  return listPreparedBoards(ctx)
}

/** Returns a board that the expert has prepared. */
export async function getPreparedBoard(ctx: Context, id: string): Promise<PreparedBoard> {
  allow(ctx.actor, 'expert')
  const row = isUuid<BoardId>(id)
    ? await ctx.db
        .selectFrom('boards')
        .select(['id', 'name', 'changed_at as changedAt', 'bytes'])
        .where('id', '=', id)
        .where('owner_id', '=', ctx.actor.id)
        .$narrowType<{ name: string }>()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('no_such_board')
  return toPreparedBoard(row)
}

function toPreparedBoard({ id, name, changedAt, bytes }: Omit<PreparedBoard, 'fullPercent'> & { bytes: number }) {
  return { id, name, changedAt, fullPercent: Math.min(100, Math.round((Number(bytes) / boardMaxBytes) * 100)) }
}

/** An expert prepares a board, or renames it. The browser creates the id, so a retry changes nothing. */
export async function savePreparedBoard(ctx: Context, input: BoardDetails): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id, name } = parseForm(boardDetails, input)
  const ownerId = ctx.actor.id
  await inTransaction(ctx, async (txCtx) => {
    await lockForCounting(txCtx.db, ownerId)
    const renamed = await txCtx.db
      .updateTable('boards')
      .set({ name })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) await insertPreparedBoard(txCtx, { id, ownerId, name })
  })
}

/**
 * Inserts an empty board. The caller's transaction has locked the owner for counting. Returns false if the expert
 * already has this board.
 */
export async function insertPreparedBoard(
  { db, clock }: Context,
  { id, ownerId, name }: { id: BoardId; ownerId: AccountId; name: string },
): Promise<boolean> {
  const now = clock.now()
  const own = await db.selectFrom('boards').select('id').where('owner_id', '=', ownerId).execute()
  if (own.some((board) => board.id === id)) return false
  if (own.length >= preparedBoardsMax) throw new Refusal('too_many_boards')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('boards')
    .values({ id, owner_id: ownerId, name, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // The id belongs to another board.
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('no_such_board')
  return true
}

/** Deletes a prepared board with its pictures. */
export async function deletePreparedBoard(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx.actor, 'expert')
  const ownerId = ctx.actor.id
  if (!isUuid<BoardId>(id)) throw new Refusal('no_such_board')
  await inTransaction(ctx, async ({ db }) => {
    // The lock waits for a picture that is being added, whose file must be removed, too.
    const board = await db
      .selectFrom('boards')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirst()
    if (!board) throw new Refusal('no_such_board')
    const pictures = await db.deleteFrom('board_pictures').where('board_id', '=', id).returning('key').execute()
    await db.deleteFrom('boards').where('id', '=', id).execute()
    if (pictures.length > 0) {
      await enqueue(db, 'remove_board_files', { boardId: id, keys: pictures.map(({ key }) => key) })
    }
  })
}
