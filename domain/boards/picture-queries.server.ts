import { hasAudited } from '#domain/audit/has-audited.server.ts'
import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import type { BoardPicture } from '#domain/boards/contract.ts'
import type { Context } from '#domain/context.server.ts'
import type { StoredFile } from '#domain/files/queries.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { allow, policies } from '#domain/policy.ts'
import { type BoardId, isUuid, type SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Lists the pictures of a board that the actor may read, the oldest first. */
export async function listBoardPictures(ctx: Context, id: string): Promise<BoardPicture[]> {
  allow(ctx.actor, 'signedIn')
  const access = await getBoardAccess(ctx, id)
  return ctx.db
    .selectFrom('board_pictures')
    .select(['id', 'width', 'height'])
    .where('board_id', '=', access.id)
    .orderBy('stored_at')
    .execute()
}

/** Returns a picture of a board to its people, and to the team after `readBoardOfSession`. Null for everyone else. */
export async function findBoardPicture(ctx: FilesContext, id: string): Promise<StoredFile | null> {
  if (!isUuid(id)) return null
  const key = await findReadableKey(ctx, id)
  const stored = key && (await ctx.storage.get(key))
  return stored ? { bytes: stored.bytes, name: 'board.webp', type: 'image/webp', isPicture: true } : null
}

/** A copied board has its own pictures under the same ids, so the first one that the actor may read is returned. */
async function findReadableKey(ctx: FilesContext, id: string): Promise<string | null> {
  const rows = await ctx.db
    .selectFrom('board_pictures')
    .innerJoin('boards', 'boards.id', 'board_pictures.board_id')
    .select(['key', 'board_id', 'session_id'])
    .where('board_pictures.id', '=', id)
    .execute()
  for (const { key, board_id, session_id } of rows) {
    const isReadable = policies.supportPeople(ctx.actor)
      ? await hasGivenReason(ctx, session_id)
      : await mayRead(ctx, board_id)
    if (isReadable) return key
  }
  return null
}

async function hasGivenReason(ctx: FilesContext, sessionId: SessionId | null): Promise<boolean> {
  return sessionId !== null && hasAudited(ctx, { act: 'board read', on: { thing: 'session', id: sessionId } })
}

async function mayRead(ctx: FilesContext, id: BoardId): Promise<boolean> {
  try {
    await getBoardAccess(ctx, id)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
