import { type Limit, rewriteDocument } from '#domain/boards/document-work.server.ts'
import type { RewrittenDocument } from '#domain/boards/document-worker.server.ts'
import { closeBoard, isUnchanged, listUpdates, replaceUpdates, setBytes } from '#domain/boards/merge-board.server.ts'
import { weigh } from '#domain/boards/rules.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'
import { forgetBoardLastTimeoutMs, forgetBoardTimeoutMs } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'
import { enqueue, enqueueAll } from '#platform/jobs/port.ts'

/** `isLastAttempt`: a document that cannot be read within the limit is deleted. */
type Effort = { limit: Limit; isLastAttempt: boolean }

/**
 * Deletes the person's prepared boards and pictures, in the caller's transaction. A job removes the person's content
 * from the boards of sessions, because each document must be rewritten.
 */
export async function forgetBoardAuthor(ctx: Context, authorId: AccountId): Promise<void> {
  const { db } = ctx
  await deleteOwnBoardsAndPictures(ctx, authorId)
  const written = await db
    .selectFrom('board_writers')
    .select('writer')
    .where('author_id', '=', authorId)
    .limit(1)
    .executeTakeFirst()
  if (written) await enqueue(db, 'forget_board_author', { profileId: authorId })
}

async function deleteOwnBoardsAndPictures({ db }: Context, authorId: AccountId): Promise<void> {
  const pictures = await db
    .deleteFrom('board_pictures')
    .where('author_id', '=', authorId)
    .returning(['board_id', 'key'])
    .execute()
  const byBoard = Map.groupBy(pictures, ({ board_id }) => board_id)
  const jobs = [...byBoard].map(([boardId, rows]) => ({ payload: { boardId, keys: rows.map(({ key }) => key) } }))
  await enqueueAll(db, 'remove_board_files', jobs)
  await db.deleteFrom('boards').where('owner_id', '=', authorId).execute()
}

/**
 * Job: removes the content of a deleted person from boards. The content of the other person stays. Each board has its
 * own transaction, so an interrupted job continues with the rest. A document that takes too long is left to the daily
 * job.
 */
export async function forgetWrittenBy(
  ctx: Context,
  { profileId }: { profileId: AccountId },
  effort: Effort = { limit: { for: 'jobs', timeoutMs: forgetBoardTimeoutMs }, isLastAttempt: false },
): Promise<void> {
  allow(ctx.actor, 'system')
  const boards = await ctx.db
    .selectFrom('board_writers')
    .select('board_id')
    .distinct()
    .where('author_id', '=', profileId)
    .orderBy('board_id')
    .execute()
  const failures: unknown[] = []
  for (const { board_id: id } of boards) {
    await removeWrittenBy(ctx, { id, authorId: profileId }, effort).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some boards still contain what a deleted person wrote')
}

type Part = { id: BoardId; authorId: AccountId }

/** The other person may store something while the document is rewritten. */
const attemptsMax = 5

/** The board is not locked while it is rewritten, because the database ends transactions that wait so long. */
async function removeWrittenBy(ctx: Context, part: Part, { limit, isLastAttempt }: Effort): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const before = await readBoard(ctx, part)
    // Another run has already removed the content.
    if (before.writers.length === 0) return
    const work = { updates: before.updates.map(({ data }) => data), without: before.writers }
    const rewritten = await rewriteDocument(work, limit)
    // The daily job has more time.
    if (!rewritten && !isLastAttempt) return
    if (await inTransaction(ctx, (txCtx) => storeRewritten(txCtx, part, { before, rewritten }))) return
  }
  throw new Error('the board keeps changing')
}

type BoardContent = Awaited<ReturnType<typeof readBoard>>

async function readBoard(ctx: Context, { id, authorId }: Part) {
  const writers = await ctx.db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .orderBy('writer')
    .execute()
  return { writers: writers.map(({ writer }) => writer), updates: await listUpdates(ctx, id) }
}

/** Returns false if the board has changed since it was read. */
async function storeRewritten(
  ctx: Context,
  { id, authorId }: Part,
  { before, rewritten }: { before: BoardContent; rewritten: RewrittenDocument | null },
): Promise<boolean> {
  const { last } = await lockBoard(ctx, { id, sessionId: null })
  const now = await readBoard(ctx, { id, authorId })
  if (now.writers.join() !== before.writers.join() || !isUnchanged(before.updates, now.updates)) return false
  await ctx.db.deleteFrom('board_writers').where('board_id', '=', id).where('author_id', '=', authorId).execute()
  // The change gets a new number, so that open pages notice it.
  const number = last + 1
  if (rewritten) {
    await replaceUpdates(ctx, id, { upTo: last, number, data: rewritten.data })
    await setBytes(ctx, id, weigh(rewritten))
  } else {
    // The document cannot be read, so no part of it can be kept.
    await ctx.db.deleteFrom('board_updates').where('board_id', '=', id).execute()
    await closeBoard(ctx, id)
  }
  await ctx.db.updateTable('boards').set({ last: number }).where('id', '=', id).execute()
  ctx.publish(`board:${id}`, { type: 'changed' })
  return true
}

/**
 * Job, runs daily: completes deletions that started on nodes of a version without boards, and deletions on boards that
 * took too long. A failure does not stop the others.
 */
export async function forgetDeletedBoardAuthors(
  ctx: Context,
  { timeoutMs = forgetBoardLastTimeoutMs } = {},
): Promise<void> {
  allow(ctx.actor, 'system')
  const failures: unknown[] = []
  const effort: Effort = { limit: { for: 'jobs', timeoutMs }, isLastAttempt: true }
  for (const profileId of await listDeletedAuthors(ctx)) {
    try {
      await inTransaction(ctx, (txCtx) => deleteOwnBoardsAndPictures(txCtx, profileId))
      await forgetWrittenBy(ctx, { profileId }, effort)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some deleted people are still on boards')
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
