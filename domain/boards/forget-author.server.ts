import * as Y from 'yjs'
import { rewriteBoard } from '#domain/boards/merge-board.server.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'
import type { Storage } from '#platform/storage/port.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Removes what the person has drawn and written on all boards, in the caller's transaction. The other person's part stays. */
export async function forgetBoardAuthor(ctx: Context, authorId: AccountId): Promise<void> {
  const { db } = ctx
  const boards = await db
    .selectFrom('boards')
    .select(['id', 'owner_id'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('owner_id', '=', authorId),
        exists(
          selectFrom('board_writers')
            .select('writer')
            .whereRef('board_id', '=', 'boards.id')
            .where('author_id', '=', authorId),
        ),
        exists(
          selectFrom('board_pictures')
            .select('id')
            .whereRef('board_id', '=', 'boards.id')
            .where('author_id', '=', authorId),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  for (const { id, owner_id: ownerId } of boards) {
    const pictures = await db
      .deleteFrom('board_pictures')
      .where('board_id', '=', id)
      .where('author_id', '=', authorId)
      .returning('key')
      .execute()
    if (pictures.length > 0) {
      await enqueue(db, 'remove_board_files', { boardId: id, keys: pictures.map(({ key }) => key) })
    }
    if (ownerId) await db.deleteFrom('boards').where('id', '=', id).execute()
    else await removeWrittenBy(ctx, id, authorId)
  }
}

/** Deletes the content that these writers have inserted. The document keeps only the positions. */
export function removeContentOf(board: Y.Doc, writers: number[]): void {
  board.transact((transaction) => {
    for (const writer of writers) {
      for (const struct of board.store.clients.get(writer) ?? []) {
        if (struct instanceof Y.Item && !struct.deleted) struct.delete(transaction)
      }
    }
  })
}

async function removeWrittenBy(ctx: Context, id: BoardId, authorId: AccountId): Promise<void> {
  const { last } = await lockBoard(ctx, { id, sessionId: null })
  const writers = await ctx.db
    .deleteFrom('board_writers')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .returning('writer')
    .execute()
  // A new number, so that pages that are open notice the change.
  const number = last + 1
  await rewriteBoard(ctx, id, number, (board) =>
    removeContentOf(
      board,
      writers.map(({ writer }) => writer),
    ),
  )
  await ctx.db.updateTable('boards').set({ last: number }).where('id', '=', id).execute()
  ctx.publish(`board:${id}`, { type: 'changed' })
}

/** Job, runs daily: finishes deletions by nodes of a version that does not know boards. */
export async function forgetDeletedBoardAuthors(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const { rows } = await listDeletedAuthors(ctx)
  for (const authorId of rows) await inTransaction(ctx, (txCtx) => forgetBoardAuthor(txCtx, authorId))
}

async function listDeletedAuthors({ db }: Context): Promise<{ rows: AccountId[] }> {
  const deleted = await db
    .selectFrom('profiles')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('board_writers').select('writer').whereRef('author_id', '=', 'profiles.id')),
        exists(selectFrom('board_pictures').select('id').whereRef('author_id', '=', 'profiles.id')),
        exists(selectFrom('boards').select('boards.id').whereRef('owner_id', '=', 'profiles.id')),
      ]),
    )
    .execute()
  return { rows: deleted.map(({ id }) => id) }
}

/** Job: removes the files of deleted pictures. Throws if one may remain, so that the job retries. */
export async function removeBoardFiles(
  ctx: Context & { storage: Storage },
  { keys }: { keys: string[] },
): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.storage.remove(keys)
}
