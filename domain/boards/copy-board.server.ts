import { sql } from 'kysely'
import { boardCopyCountKey, countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import { type BoardCopy, boardCopy } from '#domain/boards/contract.ts'
import { type CopiedPictures, copyPictures, removeIfRefused } from '#domain/boards/copy-pictures.server.ts'
import { appendDocument, compareDocuments } from '#domain/boards/document-work.server.ts'
import { isUnchanged, listUpdates } from '#domain/boards/merge-board.server.ts'
import { weigh } from '#domain/boards/rules.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { allow } from '#domain/policy.ts'
import { type AccountId, boardId, type BoardId, type SessionId } from '#kernel/ids.ts'
import { boardCopiesPerHour, boardMaxBytes, boardPicturesMax, readBoardTimeoutMs } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

type Copy = { from: BoardId; sessionId: SessionId; preparedBy?: AccountId }
type Update = Awaited<ReturnType<typeof listUpdates>>[number]
/**
 * The content that the target did not have yet, and the updates of both boards at that time. `page` is where a prepared
 * board begins in the target.
 */
type Missing = {
  source: Update[]
  existing: Update[]
  data: Uint8Array
  parts: number
  writer?: number
  page?: string
}

/**
 * Copies a board into the board of a call. A board of an earlier session of the same two people is merged with it. The
 * pages of a board that the expert has prepared are added after its pages. Copying again adds what is missing. Returns
 * the page on which a prepared board begins.
 */
export async function copyBoard(ctx: FilesContext, input: BoardCopy): Promise<{ page: string | null }> {
  allow(ctx.actor, 'signedIn')
  const { id, from } = parse(boardCopy, input)
  const target = await getBoardAccess(ctx, id)
  if (target.sessionId === null) throw new Refusal('no_such_board')
  if (!target.canWrite) throw new Refusal('board_closed')
  const source = await getBoardAccess(ctx, from)
  // Merging two large boards is expensive, so refused copies count too.
  const limit = { max: boardCopiesPerHour, refusal: 'too_many_board_copies' } as const
  await countInHour(ctx.db, { ...limit, key: boardCopyCountKey(target.authorId) }, ctx.clock.now())
  if (source.sessionId && !(await isSamePair(ctx, source.sessionId, target.sessionId))) {
    throw new Refusal('board_of_others')
  }
  const preparedBy = source.sessionId === null ? { preparedBy: source.authorId } : {}
  const copied = await copyInto(ctx, { from, sessionId: target.sessionId, ...preparedBy })
  if (!copied) throw new Refusal('board_empty')
  return { page: copied.page ?? null }
}

/** Job, runs when an expert accepts a question that is asked again: copies the board of the earlier session. */
export async function continueBoard(ctx: FilesContext, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select('continues_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session?.continues_id || !(await isSamePair(ctx, session.continues_id, sessionId))) return
  try {
    await copyInto(ctx, { from: boardId.parse(session.continues_id), sessionId })
  } catch (error) {
    // Only a board that has just changed is retried. Any other refusal would repeat, for example when the board is too
    // large.
    if (!(error instanceof Refusal) || error.code === 'board_changed') throw error
  }
}

async function isSamePair({ db }: Context, first: SessionId, second: SessionId): Promise<boolean> {
  const pairs = await db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id'])
    .distinct()
    .where('id', 'in', [first, second])
    .execute()
  return pairs.length === 1
}

/** A board may change while another one is compared with it. */
const attemptsMax = 5

/**
 * Returns null when there is nothing to copy. Copying files takes long, so both boards are compared afterwards. Pictures
 * that could not be copied earlier are added even if nothing else is missing.
 */
async function copyInto(ctx: FilesContext, copy: Copy): Promise<Missing | null> {
  const pictures = await copyPictures(ctx, { from: copy.from, to: boardId.parse(copy.sessionId) })
  return removeIfRefused(pictures, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const missing = copy.preparedBy ? await findMissingPages(ctx, copy) : await findMissing(ctx, copy)
      if (missing === null) await pictures.remove()
      if (missing === null || (missing.parts === 0 && pictures.rows.length === 0)) return missing
      try {
        await pictures.keepIn((txCtx) => copyRows(txCtx, copy, missing, pictures.rows))
        return missing
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'board_changed') || attempt === attemptsMax) throw error
      }
    }
  })
}

/**
 * The copy keeps the writers and their authors. So both people can write only in their own name, and deleting an
 * account also removes its part from the copy. Returns the keys of the inserted pictures.
 */
async function copyRows(
  txCtx: Context,
  { from, sessionId, preparedBy }: Copy,
  { source, existing, data, parts, writer }: Missing,
  pictures: CopiedPictures['rows'],
): Promise<string[]> {
  const target = boardId.parse(sessionId)
  const { db, clock } = txCtx
  const writers = await db
    .selectFrom('board_writers')
    .select('author_id')
    .distinct()
    .where('board_id', '=', from)
    .execute()
  const authors = new Set([...writers, ...pictures].map(({ author_id }) => author_id))
  for (const author of [...authors].toSorted()) await preventDeletion(db, author)
  const board = await lockBoth(txCtx, { from, sessionId })
  // Both boards were read without a lock. The part of an account that was deleted meanwhile must not be copied, and
  // prepared pages must not cover content that was drawn meanwhile.
  if (!isUnchanged(source, await listUpdates(txCtx, from))) throw new Refusal('board_changed')
  if (preparedBy && !isUnchanged(existing, await listUpdates(txCtx, target))) throw new Refusal('board_changed')
  const bytes = weigh({ data, parts })
  if (parts > 0 && board.bytes + bytes > boardMaxBytes) throw new Refusal('board_copy_too_large')
  const { count } = await db
    .selectFrom('board_pictures')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('board_id', '=', target)
    .executeTakeFirstOrThrow()
  if (Number(count) + pictures.length > boardPicturesMax) throw new Refusal('board_copy_pictures')
  const inserted = pictures.length
    ? await db
        .insertInto('board_pictures')
        .values(pictures)
        .onConflict((conflict) => conflict.columns(['board_id', 'id']).doNothing())
        .returning('key')
        .execute()
    : []
  const keys = inserted.map(({ key }) => key)
  if (parts === 0) return keys
  if (preparedBy && writer) await claimWriter(txCtx, { board_id: target, writer, author_id: preparedBy })
  else await copyWriters(txCtx, from, target)
  const [last, now] = [board.last + 1, clock.now()]
  await db
    .insertInto('board_updates')
    .values({ board_id: target, number: last, author_id: preparedBy ?? null, data: Buffer.from(data), stored_at: now })
    .execute()
  await db
    .updateTable('boards')
    .set({ last, changed_at: now, bytes: sql`bytes + ${bytes}` })
    .where('id', '=', target)
    .execute()
  txCtx.publish(`board:${target}`, { type: 'changed' })
  return keys
}

/** Locks both boards in the order of their ids, as the deletion of an account does. */
async function lockBoth(txCtx: Context, { from, sessionId }: Copy) {
  const target = boardId.parse(sessionId)
  const lockSource = () => lockBoard(txCtx, { id: from, sessionId: null }).catch(ignoreMissing)
  if (from < target) await lockSource()
  const board = await lockBoard(txCtx, { id: target, sessionId })
  if (from > target) await lockSource()
  return board
}

/** A session in which nobody wrote has no board. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'no_such_board')) throw error
}

/**
 * Returns the content of the source that the target does not have, without deleted content. Null when the source is
 * empty.
 */
async function findMissing(ctx: Context, { from, sessionId }: Copy): Promise<Missing | null> {
  const [source, existing] = [await listUpdates(ctx, from), await listUpdates(ctx, boardId.parse(sessionId))]
  if (source.length === 0) return null
  const work = { updates: source.map(({ data }) => data), existing: existing.map(({ data }) => data) }
  const missing = await compareDocuments(work, { for: 'people', timeoutMs: readBoardTimeoutMs })
  if (missing === null) throw new Refusal('board_unreadable')
  return missing === 'empty' ? null : { source, existing, ...missing }
}

/** Returns the change that adds the pages of a prepared board. Null when the board is empty. */
async function findMissingPages(ctx: Context, { from, sessionId }: Copy): Promise<Missing | null> {
  const [source, existing] = [await listUpdates(ctx, from), await listUpdates(ctx, boardId.parse(sessionId))]
  if (source.length === 0) return null
  const work = { updates: source.map(({ data }) => data), existing: existing.map(({ data }) => data), from }
  const appended = await appendDocument(work, { for: 'people', timeoutMs: readBoardTimeoutMs })
  if (appended === null) throw new Refusal('board_unreadable')
  if (appended === 'too many pages') throw new Refusal('board_copy_pages')
  return appended === 'empty' ? null : { source, existing, ...appended }
}

/** Registers the expert as the author of the added content. The Yjs client number is new, so no other author has it. */
async function claimWriter({ db }: Context, row: { board_id: BoardId; writer: number; author_id: AccountId }) {
  await db.insertInto('board_writers').values(row).execute()
}

/**
 * Copies the writers with their authors. Refuses a source with a Yjs client number that belongs to another author on
 * the target.
 */
async function copyWriters({ db }: Context, from: BoardId, target: BoardId): Promise<void> {
  await sql`insert into board_writers (board_id, writer, author_id)
    select ${target}, writer, author_id from board_writers where board_id = ${from}
    on conflict do nothing`.execute(db)
  const { rows } = await sql`select from board_writers target join board_writers source using (writer)
    where target.board_id = ${target} and source.board_id = ${from}
      and target.author_id <> source.author_id limit 1`.execute(db)
  if (rows.length > 0) throw new Refusal('invalid_input')
}
