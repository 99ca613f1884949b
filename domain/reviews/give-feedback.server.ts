import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { findCategoryOf } from '#domain/experts/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { feedback, type FeedbackInput } from '#domain/reviews/contract.ts'
import { areValidChips } from '#domain/reviews/rules.ts'
import { getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Saves the expert's feedback for the student of a session, once. */
export async function giveFeedback(ctx: Context, input: FeedbackInput): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { sessionId, ...content } = parse(feedback, input)
  const session = await getBilledSession(ctx, { id: sessionId, side: 'expert' })
  if (!areValidChips(await findCategoryOf(ctx, session.expertId), content)) throw new Refusal('invalid_input')
  if (Object.values(content).every(({ length }) => length === 0)) throw new Refusal('feedback_empty')

  await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, session.expertId)
    // A deleted student cannot read feedback.
    await preventDeletion(txCtx.db, session.studentId).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('nothing_there') : error
    })
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('session_feedback')
      .values({
        session_id: session.id,
        student_id: session.studentId,
        expert_id: session.expertId,
        created_at: ctx.clock.now(),
        student_strengths: content.strengths,
        custom_strengths: content.customStrengths,
        improvement_areas: content.improvements,
        custom_improvements: content.customImprovements,
        motivational_note: content.note,
      })
      .onConflict((conflict) => conflict.column('session_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('feedback_given')
    await notify(txCtx, {
      to: session.studentId,
      kind: 'feedback',
      facts: { what: 'feedback', sessionId: session.id },
      about: session.expertId,
      once: `feedback ${session.id}`,
    })
  })
  publishSessionChange(ctx, session, 'settled')
}
