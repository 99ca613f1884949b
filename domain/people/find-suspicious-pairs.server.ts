import { sql } from 'kysely'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { planPairSearch } from '#domain/people/request-pair-search.server.ts'
import { type FoundPair, searchPairs } from '#domain/people/search-pairs.server.ts'
import { storePair } from '#domain/people/store-pair.server.ts'
import { allow } from '#domain/policy.ts'
import { pairsFoundMax, pairWatchDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * Runs as an hourly job, and when the team requests it: stores the suspicious pairs with their evidence. A pair that
 * the team has looked at returns to the queue when there is new evidence. The job changes no account. The search locks
 * no table and no row. Each pair is stored in its own transaction.
 */
export async function findSuspiciousPairs(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const searchedAt = ctx.clock.now()
  const found = await searchUnlessRunning(ctx)
  if (!found) return
  for (const pair of found) await storePair(ctx, pair, searchedAt)
  if (found.length < pairsFoundMax) await resetSeenEvidence(ctx, searchedAt)
  await sql`delete from suspicious_pairs where id in (
    select id from suspicious_pairs where found_at < ${daysLater(searchedAt, -pairWatchDays)} for update skip locked
  )`.execute(ctx.db)
  const { requested_at } = await ctx.db
    .updateTable('pair_searches')
    .set({ searched_at: searchedAt })
    .returning('requested_at')
    .executeTakeFirstOrThrow()
  // Another search was requested while this one ran. Its job may have ended immediately, because the lock was taken.
  if (requested_at && requested_at > searchedAt) await planPairSearch(ctx.db)
  publishTeamQueuesChanged(ctx)
}

const searchLock = 5_164_845

/** Runs one search at a time on all nodes. Returns null if another one is running. */
async function searchUnlessRunning(ctx: Context): Promise<FoundPair[] | null> {
  return inTransaction(ctx, async (txCtx) => {
    const { rows } = await sql<{
      isFree: boolean
    }>`select pg_try_advisory_xact_lock(${searchLock}) as "isFree"`.execute(txCtx.db)
    return rows[0]?.isFree ? searchPairs(txCtx) : null
  })
}

/**
 * A pair that is no longer found shares no browser, bank account or circle. If it shares one later, that is new
 * evidence, even if the count is the same as when the team last looked. Shared network addresses change often and may
 * return, so they stay marked as seen.
 */
async function resetSeenEvidence({ db }: Context, searchedAt: Date): Promise<void> {
  const gone = { sharedBrowsers: 0, sharedBankAccounts: 0, deviceBankAccounts: 0, circlePeople: 0 }
  await sql`update suspicious_pairs set seen = seen || ${JSON.stringify(gone)}::jsonb where id in (
    select id from suspicious_pairs where seen is not null and found_at < ${searchedAt} for update skip locked
  )`.execute(db)
}
