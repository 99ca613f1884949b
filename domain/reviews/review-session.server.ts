import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import { findExpertIdOf } from '#domain/experts/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { isRefundedWhole } from '#domain/refunds/queries.server.ts'
import { review, type ReviewInput } from '#domain/reviews/contract.ts'
import { type BilledSession, getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Saves the review of a billed session, once. A database trigger updates the sums of the expert, in which only the
 * newest review of each student counts.
 */
export async function reviewSession(ctx: Context, input: ReviewInput): Promise<void> {
  allow(ctx.actor, 'student')
  const { sessionId, rating, comment } = readReview(input)
  const session = await getBilledSession(ctx, { id: sessionId, side: 'student' })
  await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, session.studentId)
    if (await isRefundedWhole(txCtx, session.id)) throw new Refusal('session_refunded')
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('reviews')
      .values({
        session_id: session.id,
        student_id: session.studentId,
        expert_id: session.expertId,
        rating,
        comment,
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.column('session_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('reviewed_already')
    await notify(txCtx, {
      to: session.expertId,
      kind: 'feedback',
      facts: { what: 'review', sessionId: session.id, stars: rating },
      about: session.studentId,
      once: `review ${session.id}`,
    })
  })
  await publishReviewChange(ctx, session)
}

/** An empty comment becomes null. */
export function readReview(input: ReviewInput) {
  const parsed = review.safeParse(input)
  if (parsed.success) return { ...parsed.data, comment: parsed.data.comment || null }
  const isOnlyRatingInvalid = parsed.error.issues.every(({ path }) => path[0] === 'rating')
  throw new Refusal(isOnlyRatingInvalid ? 'stars_missing' : 'invalid_input')
}

/** Updates the page of the session, both dashboards, and every page that shows the expert's stars. */
export async function publishReviewChange(ctx: Context, session: Pick<BilledSession, 'id' | 'studentId' | 'expertId'>) {
  publishSessionChange(ctx, session, 'settled')
  const expertId = await findExpertIdOf(ctx, session.expertId)
  if (expertId) ctx.publish(`expert:${expertId}`, { type: 'changed' })
}
