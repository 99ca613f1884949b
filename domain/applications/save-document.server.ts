import { randomUUID } from 'node:crypto'
import { applicationFolder } from '#domain/applications/contract.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { DecodeQueue } from '#domain/files/decode-queue.server.ts'
import { cleanFileName } from '#domain/files/file-name.server.ts'
import { inspectFile } from '#domain/files/inspect-file.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { type ApplicationId, isUuid } from '#kernel/ids.ts'
import { applicationDocumentsMax, questionFileMaxBytes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Storage } from '#platform/storage/port.ts'

type Input = { applicationId: string; name: string; bytes: Uint8Array }

/**
 * Stores a document of an application, with the same checks as files of questions. The row is inserted before the file
 * is stored, and deleted if that fails.
 */
export async function saveDocument(
  ctx: Context & { storage: Storage; decodeQueue: DecodeQueue },
  { applicationId, name, bytes }: Input,
): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  if (!isUuid<ApplicationId>(applicationId)) throw new Refusal('no_such_application')
  if (bytes.length > questionFileMaxBytes) throw new Refusal('question_file_too_large')
  const storedBy = isPerson(ctx.actor) ? ctx.actor.id : null
  const inspected = await inspectFile(bytes, { decodeQueue: ctx.decodeQueue, owner: storedBy ?? 'system' })
  const id = randomUUID()
  const key = `${applicationFolder(applicationId)}${id}`
  await inTransaction(ctx, async (txCtx) => {
    await requireDocumentSlot(txCtx, applicationId)
    await txCtx.db
      .insertInto('application_documents')
      .values({
        id,
        application_id: applicationId,
        key,
        name: cleanFileName(name, inspected.extension),
        type: inspected.type,
        size_bytes: inspected.bytes.length,
        stored_at: ctx.clock.now(),
        stored_by: storedBy,
      })
      .execute()
    await writeAudit(txCtx, {
      act: 'document added',
      on: { thing: 'application', id: applicationId },
      details: { document: id },
    })
  })
  try {
    const cacheControl = 'private, no-store'
    await ctx.storage.put(key, inspected.bytes, { contentType: inspected.type, cacheControl })
  } catch (error) {
    await ctx.db.deleteFrom('application_documents').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Locks the application, so that concurrent uploads are counted. Rejected applications accept no documents, because
 * they will be deleted.
 */
async function requireDocumentSlot({ db }: Context, id: ApplicationId): Promise<void> {
  const application = await db
    .selectFrom('applications')
    .select('stage')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!application || application.stage === 'rejected') throw new Refusal('no_such_application')
  const { count } = await db
    .selectFrom('application_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= applicationDocumentsMax) throw new Refusal('too_many_documents')
}
