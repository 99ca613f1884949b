import { sql } from 'kysely'
import { boardCopyCountKey, countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { lockForCounting } from '#domain/accounts/prevent-deletion.server.ts'
import { type BoardCopy, boardCopy } from '#domain/boards/contract.ts'
import { type CopiedPictures, copyPictures, removeIfRefused } from '#domain/boards/copy-pictures.server.ts'
import { getPreparedBoard, insertPreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { lockBoard } from '#domain/boards/store-update.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { allow } from '#domain/policy.ts'
import type { BoardId } from '#kernel/ids.ts'
import { boardCopiesPerHour, boardNameMaxLength } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Copies the prepared board `from` with its pictures into a new one. The browser creates the id, so a retry changes nothing. */
export async function duplicatePreparedBoard(ctx: FilesContext, input: BoardCopy): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id, from } = parse(boardCopy, input)
  const ownerId = ctx.actor.id
  const { name } = await getPreparedBoard(ctx, from)
  // Copying pictures is expensive, so refused copies count too.
  const limit = { max: boardCopiesPerHour, refusal: 'too_many_board_copies' } as const
  await countInHour(ctx.db, { ...limit, key: boardCopyCountKey(ownerId) }, ctx.clock.now())
  const pictures = await copyPictures(ctx, { from, to: id })
  await removeIfRefused(pictures, () =>
    pictures.keepIn(async (txCtx) => {
      await lockForCounting(txCtx.db, ownerId)
      await lockBoard(txCtx, { id: from, sessionId: null })
      const isNew = await insertPreparedBoard(txCtx, { id, ownerId, name: nameOfCopy(name) })
      if (!isNew) return []
      await copyRows(txCtx, { id, from }, pictures)
      return pictures.rows.map(({ key }) => key)
    }),
  )
}

function nameOfCopy(name: string): string {
  const suffix = ' (copy)'
  return `${name.slice(0, boardNameMaxLength - suffix.length)}${suffix}`
}

/** The pages of the copy name its pictures by the same ids. */
async function copyRows({ db }: Context, { id, from }: { id: BoardId; from: BoardId }, pictures: CopiedPictures) {
  const current = await db.selectFrom('board_pictures').select('id').where('board_id', '=', from).execute()
  const read = new Set(pictures.missing)
  if (current.length !== read.size || current.some((picture) => !read.has(picture.id))) {
    throw new Refusal('board_changed')
  }
  await sql`update boards set (last, bytes) = (select last, bytes from boards where id = ${from})
    where id = ${id}`.execute(db)
  await sql`insert into board_updates (board_id, number, author_id, data, stored_at)
    select ${id}, number, author_id, data, stored_at from board_updates where board_id = ${from}`.execute(db)
  await sql`insert into board_writers (board_id, writer, author_id)
    select ${id}, writer, author_id from board_writers where board_id = ${from}`.execute(db)
  if (pictures.rows.length > 0) await db.insertInto('board_pictures').values(pictures.rows).execute()
}
