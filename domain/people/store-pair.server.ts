import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PairEvidence } from '#domain/people/contract.ts'
import { listNewEvidence } from '#domain/people/rules.ts'
import type { FoundPair } from '#domain/people/search-pairs.server.ts'
import { allow } from '#domain/policy.ts'

/**
 * Stores one pair in a transaction of its own. Skips a pair that the team has looked at since this search counted the
 * calls, or that a later search has already stored.
 */
export async function storePair(ctx: Context, pair: FoundPair, searchedAt: Date): Promise<void> {
  allow(ctx.actor, 'system')
  const { first_id, second_id, looked_at, short_calls, refunded_calls, ...evidence } = pair
  await inTransaction(ctx, async ({ db: tx }) => {
    // A deletion locks the account first, so it either deletes the stored pair or is visible here.
    const accounts = await tx
      .selectFrom('profiles')
      .select('id')
      .where('id', 'in', [first_id, second_id])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forShare()
      .execute()
    if (accounts.length < 2) return
    const stored = await tx
      .selectFrom('suspicious_pairs')
      .select(['evidence', 'evidence_at', 'found_at', 'looked_at', 'seen'])
      .where('first_id', '=', first_id)
      .where('second_id', '=', second_id)
      .forUpdate()
      .executeTakeFirst()
    if (stored && (stored.found_at > searchedAt || stored.looked_at?.getTime() !== looked_at?.getTime())) return
    const isWaiting = !stored?.looked_at || stored.evidence_at > stored.looked_at
    const earlierEvidence = (isWaiting ? stored?.evidence : stored?.seen) as PairEvidence | undefined
    const hasMore = listNewEvidence(evidence, earlierEvidence ?? null).length > 0
    const found = { evidence: JSON.stringify(evidence), found_at: searchedAt }
    // A look covers only the calls found by `evidence_at`, because an open page may not show later ones. The clock may not
    // have advanced since the look, so new evidence is at least a millisecond later.
    const evidenceAt = new Date(Math.max(searchedAt.getTime(), (looked_at?.getTime() ?? 0) + 1))
    const more = { ...found, evidence_at: evidenceAt, short_calls, refunded_calls }
    await tx
      .insertInto('suspicious_pairs')
      .values({ first_id, second_id, ...more })
      .onConflict((conflict) =>
        conflict.columns(['first_id', 'second_id']).doUpdateSet(hasMore || !stored ? more : found),
      )
      .execute()
  })
}
