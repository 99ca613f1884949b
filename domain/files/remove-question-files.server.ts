import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { questionFolder } from '#domain/files/contract.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { unusedFilesKeptHours } from '#kernel/limits.ts'
import type { Storage } from '#platform/storage/port.ts'

export type FilesContext = Context & { storage: Storage }

/** A condition on a key: whether something that was asked has this file. */
export type FileUse = (key: RawBuilder<unknown>) => RawBuilder<boolean>

const batchSize = 100

/** Runs as a job, for an account that is gone. Throws when a file may be left, so that it is tried again. */
export async function removeQuestionFiles(
  ctx: FilesContext,
  { profileId }: { profileId: string },
): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.storage.remove(await ctx.storage.list(questionFolder(profileId as AccountId)))
}

/**
 * Takes away what was stored and then not asked about; the rooms above say which files are in use. A file leaves the storage before its
 * row does, so that none is left without one.
 */
export async function removeUnusedFiles(ctx: FilesContext, uses: FileUse[]): Promise<void> {
  allow(ctx.actor, 'system')
  const before = new Date(ctx.clock.now().getTime() - unusedFilesKeptHours * 3_600_000)
  const isUsed = sql.join(
    uses.map((use) => use(sql.ref('f.key'))),
    sql` or `,
  )
  const removeSome = () =>
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
  while ((await removeSome()) === batchSize) continue
}
