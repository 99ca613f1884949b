import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type HiddenSummary, hiddenSummary } from '#domain/reviews/contract.ts'
import { publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Hides a summary from its student, who sees the reason instead. The team can never edit the text of an expert. */
export function hideSummary(ctx: Context, input: HiddenSummary): Promise<void> {
  return setHidden(ctx, input, true)
}

export function showSummary(ctx: Context, input: HiddenSummary): Promise<void> {
  return setHidden(ctx, input, false)
}

async function setHidden(ctx: Context, input: HiddenSummary, isHidden: boolean): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { sessionId, why } = parse(hiddenSummary, input)
  if (why === '') throw new Refusal('why_missing')
  const on = { thing: 'session', id: sessionId } as const
  const summary = await inTransaction(ctx, async (txCtx) => {
    const found = await txCtx.db
      .selectFrom('session_summaries')
      .select(['student_id', 'expert_id', 'hidden_reason'])
      .where('session_id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('no_such_summary')
    const { hidden_reason: before } = found
    if ((before !== null) === isHidden) throw await staleRefusal(txCtx, { code: 'summary_moved_on', on })
    await txCtx.db
      .updateTable('session_summaries')
      .set({ hidden_at: isHidden ? ctx.clock.now() : null, hidden_reason: isHidden ? why : null })
      .where('session_id', '=', sessionId)
      .execute()
    const act = isHidden ? 'summary hidden' : 'summary shown again'
    await writeAudit(txCtx, { act, on, about: found.expert_id, why, before: { reason: before } })
    return found
  })
  const { student_id: studentId, expert_id: expertId } = summary
  publishSessionChange(ctx, { id: sessionId, studentId, expertId }, 'settled')
}
