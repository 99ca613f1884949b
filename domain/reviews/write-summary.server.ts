import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { summary, type SummaryInput } from '#domain/reviews/contract.ts'
import { getConnectedSession } from '#domain/sessions/connected-session.server.ts'
import { publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Saves the expert's summary of a session, once, and notifies the student. */
export async function writeSummary(ctx: Context, input: SummaryInput): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { sessionId, suggestsBooking, columns } = readSummary(input)
  const session = await getConnectedSession(ctx, { id: sessionId, side: 'expert' })
  await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, session.expertId)
    // A deleted student cannot read a summary.
    await preventDeletion(txCtx.db, session.studentId).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('nothing_there') : error
    })
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('session_summaries')
      .values({
        session_id: session.id,
        student_id: session.studentId,
        expert_id: session.expertId,
        written_at: ctx.clock.now(),
        ...columns,
      })
      .onConflict((conflict) => conflict.column('session_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('summary_written')
    await notify(txCtx, {
      to: session.studentId,
      kind: 'summary',
      facts: { sessionId: session.id, ...(suggestsBooking && { suggestsBooking }) },
      about: session.expertId,
      once: `summary ${session.id}`,
    })
  })
  publishSessionChange(ctx, session, 'settled')
}

/** Parses a summary into its columns. An empty one is refused. */
export function readSummary(input: SummaryInput) {
  const { sessionId, suggestsBooking, done, practice, next } = parse(summary, input)
  if (done === '' && practice === '' && next === '') throw new Refusal('summary_empty')
  return {
    sessionId,
    suggestsBooking,
    columns: { done, practice, next_time: next, suggests_booking: suggestsBooking },
  }
}
