import * as Y from 'yjs'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { BoardId } from '#kernel/ids.ts'

/**
 * Job: merges the stored changes of a board into one, without what was deleted. The result has the number of the newest
 * change, so a page that has some of them still knows what it lacks.
 */
export async function mergeBoard(ctx: Context, { boardId }: { boardId: BoardId }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const { last } = await lockBoard(txCtx, { id: boardId, sessionId: null })
    await rewriteBoard(txCtx, boardId, last, () => undefined)
  })
}

/** Loads the document of a locked board, changes it, and stores it as one change. */
export async function rewriteBoard(
  { db, clock }: Context,
  id: BoardId,
  number: number,
  change: (board: Y.Doc) => void,
): Promise<void> {
  const rows = await db
    .selectFrom('board_updates')
    .select('data')
    .where('board_id', '=', id)
    .orderBy('number')
    .execute()
  if (rows.length === 0) return
  const board = new Y.Doc()
  for (const { data } of rows) Y.applyUpdate(board, data)
  change(board)
  const data = Buffer.from(Y.encodeStateAsUpdate(board))
  await db.deleteFrom('board_updates').where('board_id', '=', id).execute()
  await db
    .insertInto('board_updates')
    .values({ board_id: id, number, author_id: null, data, stored_at: clock.now() })
    .execute()
  const pictures = await db
    .selectFrom('board_pictures')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('board_id', '=', id)
    .executeTakeFirst()
  await db
    .updateTable('boards')
    .set({ bytes: data.length + Number(pictures?.bytes ?? 0) })
    .where('id', '=', id)
    .execute()
}
