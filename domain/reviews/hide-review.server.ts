import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type HiddenState, hiddenState } from '#domain/reviews/contract.ts'
import { publishReviewChange } from '#domain/reviews/review-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Hides a review completely, with its comment and stars, and shows the reason instead. The team can never edit the text
 * of a student.
 */
export function hideReview(ctx: Context, input: HiddenState): Promise<void> {
  return setHidden(ctx, input, true)
}

/** Shows a hidden review again, with its stars. */
export function showReview(ctx: Context, input: HiddenState): Promise<void> {
  return setHidden(ctx, input, false)
}

async function setHidden(ctx: Context, input: HiddenState, isHidden: boolean): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { reviewId, why } = parse(hiddenState, input)
  if (why === '') throw new Refusal('why_missing')
  const on = { thing: 'review', id: reviewId } as const
  const review = await inTransaction(ctx, async (txCtx) => {
    const found = await txCtx.db
      .selectFrom('reviews')
      .select(['session_id', 'student_id', 'expert_id', 'hidden_reason'])
      .where('id', '=', reviewId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('no_such_review')
    const { hidden_reason: before } = found
    if ((before !== null) === isHidden) throw await staleRefusal(txCtx, { code: 'review_moved_on', on })
    await txCtx.db
      .updateTable('reviews')
      .set({ hidden_at: isHidden ? ctx.clock.now() : null, hidden_reason: isHidden ? why : null })
      .where('id', '=', reviewId)
      .execute()
    const act = isHidden ? 'review hidden' : 'review shown again'
    await writeAudit(txCtx, { act, on, about: found.student_id, why, before: { reason: before } })
    return found
  })
  await publishReviewChange(ctx, {
    id: review.session_id,
    studentId: review.student_id,
    expertId: review.expert_id,
  })
}
