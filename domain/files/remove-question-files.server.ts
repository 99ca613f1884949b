import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { questionFolder } from '#domain/files/contract.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { unusedFilesKeptHours } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'

export type FilesContext = Context & { storage: Storage }

/** Returns an SQL condition that is true if a session or booking uses the file with this key. */
export type FileUse = (key: RawBuilder<unknown>) => RawBuilder<boolean>

const batchSize = 100

/** Job, runs for a deleted account. Throws if a file may remain, so that the job retries. */
export async function removeQuestionFiles(ctx: FilesContext, { profileId }: { profileId: AccountId }): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.storage.remove(await ctx.storage.list(questionFolder(profileId)))
}

/**
 * Deletes uploaded files for which none of the conditions in `uses` is true. A row is deleted only if its file was
 * removed from storage, so that no file is left without a row.
 */
export async function removeUnusedFiles(ctx: FilesContext, uses: FileUse[]): Promise<void> {
  allow(ctx.actor, 'system')
  const before = new Date(ctx.clock.now().getTime() - unusedFilesKeptHours * 3_600_000)
  const isUsed = sql.join(
    uses.map((use) => use(sql.ref('f.key'))),
    sql` or `,
  )
  const removeBatch = () =>
    inTransaction(ctx, async ({ db }) => {
      const { rows } = await sql<{ key: string }>`
        delete from question_files where key in (
          select key from question_files f
          where stored_at < ${before} and not (${isUsed})
          order by stored_at limit ${batchSize} for update skip locked)
        returning key`.execute(db)
      if (rows.length > 0) await ctx.storage.remove(rows.map(({ key }) => key))
      return rows.length
    })
  while ((await removeBatch()) === batchSize) continue
}
