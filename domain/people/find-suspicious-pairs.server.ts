import { sql } from 'kysely'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PairEvidence } from '#domain/people/contract.ts'
import { listNewEvidence } from '#domain/people/rules.ts'
import { type FoundPair, searchPairs } from '#domain/people/search-pairs.server.ts'
import { allow } from '#domain/policy.ts'
import { pairWatchDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * Stores the suspicious pairs with their evidence. Runs as an hourly job and when the team requests it. A pair that the
 * team has looked at returns to the queue when there is more evidence. It only informs the team; no account is changed.
 */
export async function findSuspiciousPairs(ctx: Context): Promise<void> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    // Other searches and `lookAtPair` wait until the end, because calls are counted from the last look.
    await sql`lock table suspicious_pairs in share row exclusive mode`.execute(db)
    const stored = await db
      .selectFrom('suspicious_pairs')
      .select(['first_id', 'second_id', 'evidence', 'evidence_at', 'looked_at', 'seen'])
      .execute()
    const storedByPeople = new Map(stored.map((row) => [peopleKey(row), row]))
    const found = await searchPairs(txCtx)
    if (found.length > 0) {
      await db
        .insertInto('suspicious_pairs')
        .values(found.map((pair) => toRow(pair, storedByPeople.get(peopleKey(pair)))))
        .onConflict((conflict) =>
          conflict.columns(['first_id', 'second_id']).doUpdateSet(({ ref }) => ({
            evidence: ref('excluded.evidence'),
            evidence_at: ref('excluded.evidence_at'),
            found_at: ref('excluded.found_at'),
          })),
        )
        .execute()
    }
    await db.deleteFrom('suspicious_pairs').where('found_at', '<', daysLater(now, -pairWatchDays)).execute()
  })
  publishTeamQueuesChanged(ctx)

  function toRow({ first_id, second_id, ...evidence }: FoundPair, row: StoredPair | undefined) {
    const isWaiting = !row?.looked_at || row.evidence_at > row.looked_at
    const known = (isWaiting ? row?.evidence : row?.seen) as PairEvidence | undefined
    const hasMore = listNewEvidence(evidence, known ?? null).length > 0
    return {
      first_id,
      second_id,
      evidence: JSON.stringify(evidence),
      evidence_at: hasMore || !row ? now : row.evidence_at,
      found_at: now,
    }
  }
}

type StoredPair = { evidence: unknown; evidence_at: Date; looked_at: Date | null; seen: unknown }

function peopleKey({ first_id, second_id }: { first_id: string; second_id: string }): string {
  return `${first_id} ${second_id}`
}
