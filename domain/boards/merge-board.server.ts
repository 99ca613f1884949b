import { rewriteDocument } from '#domain/boards/document-work.server.ts'
import { readChange, weigh } from '#domain/boards/rules.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { BoardId } from '#kernel/ids.ts'
import { boardDeletionsMaxBytes, boardMaxBytes, mergeBoardTimeoutMs } from '#kernel/limits.ts'

/**
 * Job: merges the stored changes of a board into one, without deleted content. The result has the number of the newest
 * change, so a page that has some of the changes still requests the merged one. A board that cannot be merged in time
 * is hostile, so it accepts no more changes. The board is not locked while it is merged.
 */
export async function mergeBoard(
  ctx: Context,
  { boardId }: { boardId: BoardId },
  { timeoutMs = mergeBoardTimeoutMs } = {},
): Promise<void> {
  allow(ctx.actor, 'system')
  const before = await listUpdates(ctx, boardId)
  const number = before.at(-1)?.number
  if (number === undefined) return
  const merged = await rewriteDocument(
    { updates: before.map(({ data }) => data), without: [] },
    { for: 'jobs', timeoutMs },
  )
  await inTransaction(ctx, async (txCtx) => {
    await lockBoard(txCtx, { id: boardId, sessionId: null })
    const now = await listUpdates(txCtx, boardId)
    // Something was removed from the board meanwhile.
    if (!isUnchanged(before, now.slice(0, before.length))) return
    if (!merged) return closeBoard(txCtx, boardId)
    const later = now.slice(before.length).map(({ data }) => countBytes(data))
    await replaceUpdates(txCtx, boardId, { upTo: number, number, data: merged.data })
    await setBytes(
      txCtx,
      boardId,
      later.reduce((sum, bytes) => sum + bytes, weigh(merged)),
    )
  })
}

/** A rewritten board may keep its numbers, so the data is compared, too. */
export function isUnchanged(before: StoredUpdate[], now: StoredUpdate[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ number, data }, at) => {
      const same = now[at]
      return same?.number === number && Buffer.compare(same.data, data) === 0
    })
  )
}

function countBytes(data: Uint8Array): number {
  return weigh({ data, parts: readChange(data)?.parts ?? 0 })
}

type StoredUpdate = { number: number; data: Uint8Array }

export async function listUpdates({ db }: Context, id: BoardId): Promise<StoredUpdate[]> {
  return db
    .selectFrom('board_updates')
    .select(['number', 'data'])
    .where('board_id', '=', id)
    .orderBy('number')
    .execute()
}

/** Replaces all changes of a locked board up to a number. */
export async function replaceUpdates(
  { db, clock }: Context,
  id: BoardId,
  { upTo, number, data }: { upTo: number; number: number; data: Uint8Array },
): Promise<void> {
  await db.deleteFrom('board_updates').where('board_id', '=', id).where('number', '<=', upTo).execute()
  await db
    .insertInto('board_updates')
    .values({ board_id: id, number, author_id: null, data: Buffer.from(data), stored_at: clock.now() })
    .execute()
}

/** A closed board accepts no more changes, not even those that only delete. */
export function closeBoard(ctx: Context, id: BoardId): Promise<void> {
  return setBytes(ctx, id, boardMaxBytes + boardDeletionsMaxBytes)
}

export async function setBytes({ db }: Context, id: BoardId, bytes: number): Promise<void> {
  await db.updateTable('boards').set({ bytes }).where('id', '=', id).execute()
}
