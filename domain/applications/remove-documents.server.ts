import { sql } from 'kysely'
import { applicationFolder } from '#domain/applications/contract.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { isUuid } from '#kernel/ids.ts'
import { rejectedApplicationsKeptDays } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'
import type { Storage } from '#platform/storage/port.ts'

type FilesContext = Context & { storage: Storage }

/** Removes a document that was uploaded by mistake. */
export async function removeDocument(ctx: FilesContext, id: string): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  if (!isUuid(id)) throw new Refusal('nothing_there')
  await inTransaction(ctx, async (txCtx) => {
    const document = await txCtx.db
      .deleteFrom('application_documents')
      .where('id', '=', id)
      .returning(['application_id', 'key'])
      .executeTakeFirst()
    if (!document) throw new Refusal('nothing_there')
    await writeAudit(txCtx, {
      act: 'document removed',
      on: { thing: 'application', id: document.application_id },
      details: { document: id },
    })
    await ctx.storage.remove([document.key])
  })
}

/**
 * Runs as a job for an application that was deleted with its account. Throws when a file may remain, so that the job
 * retries.
 */
export async function removeApplicationFiles(
  ctx: FilesContext,
  { applicationId }: { applicationId: string },
): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.storage.remove(await ctx.storage.list(applicationFolder(applicationId)))
}

const batchSize = 20

/**
 * Runs as a daily job: deletes applications half a year after their rejection. Removes the files before the commit, so
 * that a failure keeps the rows and the next run retries.
 */
export async function deleteRejectedApplications(ctx: FilesContext): Promise<void> {
  allow(ctx.actor, 'system')
  const before = daysLater(ctx.clock.now(), -rejectedApplicationsKeptDays)
  const deleteBatch = () =>
    inTransaction(ctx, async ({ db }) => {
      const { rows } = await sql<{ id: string }>`
        delete from applications where id in (
          select id from applications where stage = 'rejected' and decided_at < ${before}
          order by decided_at limit ${batchSize} for update skip locked)
        returning id`.execute(db)
      for (const { id } of rows) await removeApplicationFiles(ctx, { applicationId: id })
      return rows.length
    })
  while ((await deleteBatch()) === batchSize) continue
}
