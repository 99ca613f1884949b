import type { Context } from '#domain/context.server.ts'
import type { PersonHistory, PersonFeedback } from '#domain/people/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'

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
