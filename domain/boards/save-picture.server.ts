import { randomUUID } from 'node:crypto'
import { countInHour, boardPictureCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import { type BoardAccess, getBoardAccess } from '#domain/boards/board-access.server.ts'
import { type BoardPicture, boardFolder } from '#domain/boards/contract.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { redrawPicture, type RedrawnPicture } from '#domain/files/inspect-file.server.ts'
import { detectPictureFormat } from '#domain/files/picture.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { boardPictureMaxSide, boardPicturesMax, boardPicturesPerHour, questionFileMaxBytes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** No cache may keep a private picture. */
const cacheControl = 'private, no-store'

/** Stores a picture for a board, re-encoded like every upload. */
export async function saveBoardPicture(
  ctx: FilesContext & { decodeQueue: DecodeQueue },
  input: { id: string; bytes: Uint8Array },
): Promise<BoardPicture> {
  allow(ctx.actor, 'signedIn')
  const access = await getBoardAccess(ctx, input.id)
  if (!access.canWrite) throw new Refusal('board_closed')
  if (input.bytes.length > questionFileMaxBytes) throw new Refusal('question_file_too_large')
  // Decoding is expensive, so refused pictures count too.
  const limit = {
    key: boardPictureCountKey(access.authorId),
    max: boardPicturesPerHour,
    refusal: 'too_many_question_files',
  } as const
  await countInHour(ctx.db, limit, ctx.clock.now())
  const bytes = Buffer.from(input.bytes)
  const format = detectPictureFormat(bytes)
  if (!format) throw new Refusal('board_picture_type')
  const redrawn = await ctx.decodeQueue.run(access.authorId, () => redrawPicture(bytes, format, boardPictureMaxSide))
  const id = randomUUID()
  const key = `${boardFolder(access.id)}${id}`
  await insertPicture(ctx, access, { id, key, redrawn })
  try {
    await ctx.storage.put(key, redrawn.data, { contentType: 'image/webp', cacheControl })
  } catch (error) {
    await ctx.db.deleteFrom('board_pictures').where('id', '=', id).execute()
    throw error
  }
  await requireStillStored(ctx, access, { id, key })
  return { id, width: redrawn.width, height: redrawn.height }
}

/** Removes the file again if its row was deleted during the upload, with the board or the account. */
async function requireStillStored(
  ctx: FilesContext,
  access: BoardAccess,
  { id, key }: { id: string; key: string },
): Promise<void> {
  const row = await ctx.db
    .selectFrom('board_pictures')
    .select('id')
    .where('board_id', '=', access.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return
  await ctx.storage.remove([key])
  throw new Refusal('no_such_board')
}

/** The row is inserted before the file is stored, so that no file is left without a row. */
async function insertPicture(
  ctx: FilesContext,
  access: BoardAccess,
  { id, key, redrawn }: { id: string; key: string; redrawn: RedrawnPicture },
): Promise<void> {
  await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, access.authorId)
    await lockBoard(txCtx, access)
    const { count } = await txCtx.db
      .selectFrom('board_pictures')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('board_id', '=', access.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= boardPicturesMax) throw new Refusal('board_pictures_full')
    await txCtx.db
      .insertInto('board_pictures')
      .values({
        id,
        board_id: access.id,
        author_id: access.authorId,
        key,
        width: redrawn.width,
        height: redrawn.height,
        size_bytes: redrawn.data.length,
        stored_at: ctx.clock.now(),
      })
      .execute()
  })
}
