import type { Context } from '#domain/context.server.ts'
import type { PersonFeedback, PersonReport, PersonReview, PersonHistory } from '#domain/people/contract.ts'
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

/** Feedback written by an expert or received by a student. */
export async function listFeedbackHistory(ctx: Context, id: AccountId): Promise<PersonHistory['feedback']> {
  const list = async (ownColumn: 'student_id' | 'expert_id', otherColumn: 'student_id' | 'expert_id') => {
    const rows = await ctx.db
      .selectFrom('session_feedback as feedback')
      .innerJoin('profiles', 'profiles.id', `feedback.${otherColumn}`)
      .select(['session_id', 'feedback.created_at', 'student_strengths', 'custom_strengths'])
      .select(['improvement_areas', 'custom_improvements', 'motivational_note'])
      .select(['profiles.id as other_id', 'full_name'])
      .where(`feedback.${ownColumn}`, '=', id)
      .orderBy('feedback.created_at', 'desc')
      .limit(historyShownMax)
      .execute()
    return rows.map((row): PersonFeedback => ({
      sessionId: row.session_id,
      at: row.created_at,
      other: { id: row.other_id, name: row.full_name },
      words: [
        ...row.student_strengths,
        row.custom_strengths,
        ...row.improvement_areas,
        row.custom_improvements,
        row.motivational_note,
      ].filter(Boolean),
    }))
  }
  return { given: await list('expert_id', 'student_id'), received: await list('student_id', 'expert_id') }
}

/** Reports made by the person, and reports about them. */
export async function listReportHistory(ctx: Context, id: AccountId): Promise<PersonHistory['reports']> {
  const list = async (ownColumn: 'reporter_id' | 'reported_id', otherColumn: 'reporter_id' | 'reported_id') => {
    const rows = await ctx.db
      .selectFrom('reports')
      .innerJoin('profiles', 'profiles.id', `reports.${otherColumn}`)
      .select(['session_id', 'reports.created_at', 'words', 'profiles.id as other_id', 'full_name'])
      .where(`reports.${ownColumn}`, '=', id)
      .orderBy('reports.created_at', 'desc')
      .limit(historyShownMax)
      .execute()
    return rows.map((row): PersonReport => ({
      sessionId: row.session_id,
      at: row.created_at,
      other: { id: row.other_id, name: row.full_name },
      words: row.words,
    }))
  }
  return { by: await list('reporter_id', 'reported_id'), about: await list('reported_id', 'reporter_id') }
}
