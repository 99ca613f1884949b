import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Runs the nightly check of the books now: replaces the scheduled job, which schedules the next night itself. */
export async function requestBooksCheck(ctx: Context): Promise<void> {
  allow(ctx.actor, 'keepBooks')
  await inTransaction(ctx, async (txCtx) => {
    await enqueue(txCtx.db, 'prove_books', {}, { key: 'prove books' })
    await writeAudit(txCtx, { act: 'proof asked for' })
  })
}
