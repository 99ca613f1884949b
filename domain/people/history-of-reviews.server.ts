import type { Context } from '#domain/context.server.ts'
import type { PersonHistory, PersonReview } from '#domain/people/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'

/** Reviews given by a student or received by an expert, including hidden ones. */
export async function listReviewHistory(ctx: Context, id: AccountId): Promise<PersonHistory['reviews']> {
  const list = async (ownColumn: 'student_id' | 'expert_id', otherColumn: 'student_id' | 'expert_id') => {
    const rows = await ctx.db
      .selectFrom('reviews')
      .innerJoin('profiles', 'profiles.id', `reviews.${otherColumn}`)
      .select(['reviews.id', 'reviews.created_at', 'rating', 'comment', 'hidden_at'])
      .select(['profiles.id as other_id', 'full_name'])
      .where(`reviews.${ownColumn}`, '=', id)
      .orderBy('reviews.created_at', 'desc')
      .limit(historyShownMax)
      .execute()
    return rows.map((row): PersonReview => ({
      id: row.id,
      at: row.created_at,
      other: { id: row.other_id, name: row.full_name },
      rating: row.rating,
      comment: row.comment,
      isHidden: row.hidden_at !== null,
    }))
  }
  return { given: await list('student_id', 'expert_id'), received: await list('expert_id', 'student_id') }
}
