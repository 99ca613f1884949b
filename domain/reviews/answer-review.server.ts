import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { type ReviewAnswer, reviewAnswer } from '#domain/reviews/contract.ts'
import { publishReviewChange } from '#domain/reviews/review-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Saves the expert's public answer to a review, once. */
export async function answerReview(ctx: Context, input: ReviewAnswer): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { reviewId, answer } = parse(reviewAnswer, input)
  const { id: expertId } = ctx.actor
  if (answer === '') throw new Refusal('answer_empty')
  const review = await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, expertId)
    const found = await txCtx.db
      .selectFrom('reviews')
      .select(['session_id', 'student_id', 'answered_at'])
      .where('id', '=', reviewId)
      .where('expert_id', '=', expertId)
      .where('hidden_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('no_such_review')
    if (found.answered_at) throw new Refusal('answered_already')
    await txCtx.db
      .updateTable('reviews')
      .set({ answer, answered_at: ctx.clock.now() })
      .where('id', '=', reviewId)
      .execute()
    await notify(txCtx, {
      to: found.student_id,
      kind: 'feedback',
      facts: { what: 'answer', sessionId: found.session_id },
      about: expertId,
      once: `answer ${reviewId}`,
    })
    return found
  })
  await publishReviewChange(ctx, { id: review.session_id, studentId: review.student_id, expertId })
}
