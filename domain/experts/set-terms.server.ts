import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type TermsChange, termsChange } from '#domain/experts/contract.ts'
import { rateProblem, shareProblem } from '#domain/experts/rules.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Sets the rate per minute and the expert's share. Existing sessions keep their terms. */
export async function setTerms(ctx: Context, input: TermsChange): Promise<void> {
  allow(ctx.actor, 'decideExpertsOrSystem')
  await requireRecentPassword(ctx)
  const { expertId, ratePaisePerMinute, sharePercent, seen } = parse(termsChange, input)
  const problem = rateProblem(ratePaisePerMinute) ?? shareProblem(sharePercent)
  if (problem) throw new Refusal(problem)
  await inTransaction(ctx, async (txCtx) => {
    const expert = await txCtx.db
      .selectFrom('experts')
      .select(['user_id', 'rate_paise_per_minute', 'share_percent'])
      .where('id', '=', expertId)
      .forUpdate()
      .executeTakeFirst()
    if (!expert) throw new Refusal('no_such_expert')
    const on = { thing: 'expert', id: expertId } as const
    const before = { ratePaise: expert.rate_paise_per_minute, sharePercent: expert.share_percent }
    if (before.ratePaise !== seen.ratePaisePerMinute || before.sharePercent !== seen.sharePercent) {
      throw await staleRefusal(txCtx, { code: 'expert_moved_on', on })
    }
    const after = { ratePaise: ratePaisePerMinute, sharePercent }
    if (after.ratePaise === before.ratePaise && after.sharePercent === before.sharePercent) return
    await txCtx.db
      .updateTable('experts')
      .set({ rate_paise_per_minute: ratePaisePerMinute, share_percent: sharePercent })
      .where('id', '=', expertId)
      .execute()
    await writeAudit(txCtx, { act: 'expert terms changed', on, about: expert.user_id, before, after })
  })
  ctx.publish(`expert:${expertId}`, { type: 'changed' })
}
