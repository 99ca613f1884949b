import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Runs the hourly search now. The page shows when it has ended. */
export async function requestPairSearch(ctx: Context): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  await inTransaction(ctx, async ({ db }) => {
    await db.updateTable('pair_searches').set({ requested_at: ctx.clock.now() }).execute()
    await planPairSearch(db)
  })
}

/** Replaces the planned search, if there is one. */
export function planPairSearch(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'find_pairs', {}, { key: 'find pairs', runAt })
}
