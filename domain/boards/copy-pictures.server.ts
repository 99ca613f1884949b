import { randomUUID } from 'node:crypto'
import { boardFolder } from '#domain/boards/contract.ts'
import type { Context } from '#domain/context.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { BoardId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { hoursLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { cancelJob, enqueue } from '#platform/jobs/port.ts'

type Boards = { from: BoardId; to: BoardId }

/**
 * The files of pictures that the board `to` does not have. They are copied before the transaction that inserts `rows`,
 * because files cannot be part of it.
 */
export type CopiedPictures = {
  /** The ids of the missing pictures, including those without a file. */
  missing: string[]
  /** Rows for the board `to`, of the pictures whose files could be copied. */
  rows: Awaited<ReturnType<typeof copyFiles>>
  /** Runs `work` in a transaction. Only the files of the keys that it returns stay. */
  keepIn(work: (txCtx: Context) => Promise<string[]>): Promise<void>
  /** Removes all copied files. */
  remove(): Promise<void>
}

/**
 * Copies the files of the missing pictures. Schedules their removal in an hour, so that none is left when the copy
 * fails or the process is killed.
 */
export async function copyPictures(ctx: FilesContext, { from, to }: Boards): Promise<CopiedPictures> {
  const pictures = await listMissingPictures(ctx, { from, to })
  const keys = pictures.map(({ copyKey }) => copyKey)
  const key = `remove unused ${randomUUID()}`
  const plan = (db: Database, unused: string[], runAt?: Date) =>
    enqueue(db, 'remove_board_files', { boardId: to, keys: unused }, { key, runAt })
  if (keys.length > 0) await plan(ctx.db, keys, hoursLater(ctx.clock.now(), 1))
  return {
    missing: pictures.map(({ row }) => row.id),
    rows: await copyFiles(ctx, pictures),
    async keepIn(work): Promise<void> {
      await inTransaction(ctx, async (txCtx) => {
        const kept = await work(txCtx)
        if (keys.length === 0) return
        const unused = keys.filter((each) => !kept.includes(each))
        if (unused.length > 0) await plan(txCtx.db, unused)
        else await cancelJob(txCtx.db, key)
      })
    },
    async remove(): Promise<void> {
      if (keys.length > 0) await ctx.storage.remove(keys)
    },
  }
}

/** Lists the pictures of `from` that `to` does not have, each with the key of its copy. */
async function listMissingPictures({ db }: Context, { from, to }: Boards) {
  const rows = await db
    .selectFrom('board_pictures')
    .selectAll()
    .where('board_id', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('board_pictures as copied')
            .select('copied.id')
            .whereRef('copied.id', '=', 'board_pictures.id')
            .where('copied.board_id', '=', to),
        ),
      ),
    )
    .execute()
  return rows.map((row) => ({
    row: { ...row, board_id: to },
    key: row.key,
    copyKey: `${boardFolder(to)}${randomUUID()}`,
  }))
}

type MissingPicture = Awaited<ReturnType<typeof listMissingPictures>>[number]

async function copyFiles({ storage }: FilesContext, pictures: MissingPicture[]) {
  const copies = []
  for (const { row, key, copyKey } of pictures) {
    const stored = await storage.get(key)
    if (!stored) continue
    await storage.put(copyKey, stored.bytes, { contentType: 'image/webp', cacheControl: 'private, no-store' })
    copies.push({ ...row, key: copyKey })
  }
  return copies
}

/**
 * Removes the copied files immediately when the copy was refused. After another error the transaction may be committed,
 * so the scheduled job decides.
 */
export async function removeIfRefused<Result>(pictures: CopiedPictures, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await pictures.remove()
    throw error
  }
}
