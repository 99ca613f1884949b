import { type Limit, rewriteDocument } from '#domain/boards/document-work.server.ts'
import { listUpdates, replaceUpdates, setBytes } from '#domain/boards/merge-board.server.ts'
import { weigh } from '#domain/boards/rules.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'
import { boardMaxBytes, forgetBoardLastTimeoutMs, forgetBoardTimeoutMs } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** `isLastTry`: what cannot be read in this time is deleted whole. */
type Effort = { limit: Limit; isLastTry: boolean }

/**
 * Removes what the person has drawn and written on all boards, in the caller's transaction. The other person's part stays.
 * A document that takes too long is left to the daily job, which deletes it whole if it takes too long there, too.
 */
export async function forgetBoardAuthor(
  ctx: Context,
  authorId: AccountId,
  effort: Effort = { limit: { for: 'people', timeoutMs: forgetBoardTimeoutMs }, isLastTry: false },
): Promise<void> {
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
    else await removeWrittenBy(ctx, id, authorId, effort)
  }
}

async function removeWrittenBy(ctx: Context, id: BoardId, authorId: AccountId, { limit, isLastTry }: Effort) {
  const { last } = await lockBoard(ctx, { id, sessionId: null })
  const writers = await ctx.db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .execute()
  const updates = await listUpdates(ctx, id)
  const without = writers.map(({ writer }) => writer)
  const rewritten = await rewriteDocument({ updates: updates.map(({ data }) => data), without }, limit)
  // The daily job has more time.
  if (!rewritten && !isLastTry) return
  await ctx.db.deleteFrom('board_writers').where('board_id', '=', id).where('author_id', '=', authorId).execute()
  // A new number, so that pages that are open notice the change.
  const number = last + 1
  if (rewritten) {
    await replaceUpdates(ctx, id, { upTo: last, number, data: rewritten.data })
    await setBytes(ctx, id, weigh(rewritten))
  } else {
    // Nobody can read the document, so nothing else can be kept.
    await ctx.db.deleteFrom('board_updates').where('board_id', '=', id).execute()
    await setBytes(ctx, id, boardMaxBytes)
  }
  await ctx.db.updateTable('boards').set({ last: number }).where('id', '=', id).execute()
  ctx.publish(`board:${id}`, { type: 'changed' })
}

/**
 * Job, runs daily: finishes deletions by nodes of a version that does not know boards, and of boards that took too long.
 * A failure does not stop the others.
 */
export async function forgetDeletedBoardAuthors(
  ctx: Context,
  { timeoutMs = forgetBoardLastTimeoutMs } = {},
): Promise<void> {
  allow(ctx.actor, 'system')
  const failures: unknown[] = []
  for (const authorId of await listDeletedAuthors(ctx)) {
    const effort: Effort = { limit: { for: 'jobs', timeoutMs }, isLastTry: true }
    await inTransaction(ctx, (txCtx) => forgetBoardAuthor(txCtx, authorId, effort)).catch((error: unknown) =>
      failures.push(error),
    )
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some boards still contain what a deleted person wrote')
}

async function listDeletedAuthors({ db }: Context): Promise<AccountId[]> {
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
  return deleted.map(({ id }) => id)
}

/** Job: removes the files of deleted pictures. Throws if one may remain, so that the job retries. */
export async function removeBoardFiles(
  ctx: Context & { storage: Storage },
  { keys }: { keys: string[] },
): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.storage.remove(keys)
}
