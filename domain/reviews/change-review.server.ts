import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { ReviewInput } from '#domain/reviews/contract.ts'
import { readReview, publishReviewChange } from '#domain/reviews/review-session.server.ts'
import { changeUntil } from '#domain/reviews/rules.ts'
import { isRefundedWhole } from '#domain/refunds/queries.server.ts'
import { getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Changes the stars or the comment, for some days after the review was written. */
export async function changeReview(ctx: Context, input: ReviewInput): Promise<void> {
  allow(ctx.actor, 'student')
  const { sessionId, rating, comment } = readReview(input)
  const session = await getBilledSession(ctx, { id: sessionId, side: 'student' })
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    await preventDeletion(db, session.studentId)
    if (await isRefundedWhole(txCtx, session.id)) throw new Refusal('session_refunded')
    const review = await db
      .selectFrom('reviews')
      .select('created_at')
      .where('session_id', '=', session.id)
      .where('hidden_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!review) throw new Refusal('no_such_review')
    if (now >= changeUntil(review.created_at)) throw new Refusal('review_closed')
    await db
      .updateTable('reviews')
      .set({ rating, comment, changed_at: now })
      .where('session_id', '=', session.id)
      .execute()
  })
  await publishReviewChange(ctx, session)
}
