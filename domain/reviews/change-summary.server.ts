import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { SummaryInput } from '#domain/reviews/contract.ts'
import { summaryChangeUntil } from '#domain/reviews/rules.ts'
import { readSummary } from '#domain/reviews/write-summary.server.ts'
import { getConnectedSession } from '#domain/sessions/connected-session.server.ts'
import { publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Changes the summary for some days after it was written. The student is not notified again, but sees the day. */
export async function changeSummary(ctx: Context, input: SummaryInput): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { sessionId, columns } = readSummary(input)
  const session = await getConnectedSession(ctx, { id: sessionId, side: 'expert' })
  const now = ctx.clock.now()
  await inTransaction(ctx, async ({ db }) => {
    await preventDeletion(db, session.expertId)
    const summary = await db
      .selectFrom('session_summaries')
      .select('written_at')
      .where('session_id', '=', session.id)
      .where('hidden_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!summary) throw new Refusal('no_such_summary')
    if (now >= summaryChangeUntil(summary.written_at)) throw new Refusal('summary_closed')
    await db
      .updateTable('session_summaries')
      .set({ ...columns, changed_at: now })
      .where('session_id', '=', session.id)
      .execute()
  })
  publishSessionChange(ctx, session, 'settled')
}
