import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { type PairEvidence, type PairLook, pairLook } from '#domain/people/contract.ts'
import { seenEvidence } from '#domain/people/rules.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Marks a pair as looked at. It leaves the queue until there is more evidence; no account is changed. */
export async function lookAtPair(ctx: Context, input: PairLook): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { actor } = ctx
  const { id, evidenceAt, note } = parse(pairLook, input)
  if (note === '') throw new Refusal('pair_note_missing')
  const on = { thing: 'pair', id } as const
  await inTransaction(ctx, async (txCtx) => {
    const pair = await txCtx.db
      .selectFrom('suspicious_pairs')
      .select(['second_id', 'evidence', 'evidence_at', 'looked_at', 'short_calls', 'refunded_calls'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!pair) throw new Refusal('no_such_pair')
    const isWaiting = !pair.looked_at || pair.evidence_at > pair.looked_at
    if (!isWaiting || pair.evidence_at.getTime() !== evidenceAt.getTime()) {
      throw await staleRefusal(txCtx, { code: 'pair_moved_on', on })
    }
    const evidence = pair.evidence as PairEvidence
    await txCtx.db
      .updateTable('suspicious_pairs')
      .set({
        looked_at: ctx.clock.now(),
        looked_by: actor.id,
        note,
        seen: JSON.stringify(seenEvidence(evidence)),
        seen_short_calls: pair.short_calls,
        seen_refunded_calls: pair.refunded_calls,
      })
      .where('id', '=', id)
      .execute()
    // The note is deleted with either account, so the log keeps only the figures.
    await writeAudit(txCtx, { act: 'pair looked at', on, about: pair.second_id, after: evidence })
  })
  publishTeamQueuesChanged(ctx)
}
