import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { isUuid } from '#kernel/ids.ts'
import type { Storage } from '#platform/storage/port.ts'

type ReadDocument = { bytes: Uint8Array; name: string; type: string }

/** Returns a document of an applicant to the team. Writes the audit line before it returns the file. */
export async function readDocument(ctx: Context & { storage: Storage }, id: string): Promise<ReadDocument | null> {
  allow(ctx.actor, 'prepareExperts')
  if (!isUuid(id)) return null
  const document = await ctx.db
    .selectFrom('application_documents')
    .select(['application_id', 'key', 'name', 'type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) return null
  const stored = await ctx.storage.get(document.key)
  if (!stored) return null
  await writeAudit(ctx, {
    act: 'document read',
    on: { thing: 'application', id: document.application_id },
    details: { document: id },
  })
  return { bytes: stored.bytes, name: document.name, type: document.type }
}
