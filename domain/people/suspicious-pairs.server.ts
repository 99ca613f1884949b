import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { PairEvidence, PairSearch, SuspiciousPair } from '#domain/people/contract.ts'
import { listNewEvidence } from '#domain/people/rules.ts'
import { allow } from '#domain/policy.ts'
import { pairsShown } from '#kernel/limits.ts'

/** The pairs that the team still has to look at, longest wait first, or those it has looked at, latest first. */
export async function listSuspiciousPairs(ctx: Context, which: 'waiting' | 'looked'): Promise<SuspiciousPair[]> {
  allow(ctx.actor, 'supportPeople')
  const isWaiting = sql<boolean>`(looked_at is null or evidence_at > looked_at)`
  const pairs = ctx.db
    .selectFrom('suspicious_pairs as pair')
    .innerJoin('profiles as first', 'first.id', 'first_id')
    .innerJoin('profiles as second', 'second.id', 'second_id')
    .leftJoin('profiles as looker', 'looker.id', 'looked_by')
    .select(['pair.id', 'first_id', 'second_id', 'evidence', 'evidence_at', 'looked_at', 'looked_by', 'note', 'seen'])
    .select(['first.full_name as first_name', 'second.full_name as second_name', 'looker.full_name as looker_name'])
    .limit(pairsShown)
  const rows = await (
    which === 'waiting'
      ? pairs.where(isWaiting).orderBy('evidence_at').orderBy('pair.id')
      : pairs
          .where(sql<boolean>`not ${isWaiting}`)
          .orderBy('looked_at', 'desc')
          .orderBy('pair.id')
  ).execute()
  return rows.map((row) => {
    const evidence = row.evidence as PairEvidence
    return {
      id: row.id,
      first: { id: row.first_id, name: row.first_name },
      second: { id: row.second_id, name: row.second_name },
      evidence,
      unseen: which === 'waiting' ? listNewEvidence(evidence, row.seen as PairEvidence | null) : [],
      evidenceAt: row.evidence_at,
      look:
        row.looked_at && row.looked_by
          ? { at: row.looked_at, by: { id: row.looked_by, name: row.looker_name ?? '' }, note: row.note ?? '' }
          : null,
    }
  })
}

export async function getPairSearch(ctx: Context): Promise<PairSearch> {
  allow(ctx.actor, 'supportPeople')
  const { searched_at, requested_at } = await ctx.db
    .selectFrom('pair_searches')
    .select(['searched_at', 'requested_at'])
    .executeTakeFirstOrThrow()
  return { searchedAt: searched_at, isRequested: requested_at !== null && (!searched_at || requested_at > searched_at) }
}
