import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** The nightly proof, now: under the key of the planned one, which plans the next night by itself. */
export async function requestProof(ctx: Context): Promise<void> {
  allow(ctx.actor, 'team')
  await inTransaction(ctx, async (own) => {
    await enqueue(own.db, 'prove_books', {}, { key: 'prove books' })
    await writeAudit(own, { act: 'proof asked for' })
  })
}
