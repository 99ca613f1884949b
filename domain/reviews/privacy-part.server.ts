import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const reviewsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // Feedback by the person and feedback about the person.
      session_feedback: await db
        .selectFrom('session_feedback')
        .select(['session_id', 'created_at', 'student_strengths', 'custom_strengths'])
        .select(['improvement_areas', 'custom_improvements', 'motivational_note'])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .orderBy('created_at')
        .execute(),
      // Summaries by the person and for the person.
      session_summaries: await db
        .selectFrom('session_summaries')
        .select(['session_id', 'done', 'practice', 'next_time', 'suggests_booking', 'written_at', 'changed_at'])
        .select(['hidden_at', 'hidden_reason'])
        .where(({ or, eb }) =>
          or([eb('expert_id', '=', id), eb.and([eb('student_id', '=', id), eb('hidden_at', 'is', null)])]),
        )
        .orderBy('written_at')
        .execute(),
      reviews: await db
        .selectFrom('reviews')
        .select(['session_id', 'rating', 'comment', 'created_at', 'changed_at', 'answer', 'answered_at'])
        .select(['hidden_at', 'hidden_reason'])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .orderBy('created_at')
        .execute(),
      counted_reviews: await db
        .selectFrom('counted_reviews')
        .select(['review_id', 'stars'])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .execute(),
    }
  },
  /** The stars of a student still count. The feedback and the summary of an expert belong to the student and stay without a name. */
  async forget({ db }, id) {
    await db.deleteFrom('session_feedback').where('student_id', '=', id).execute()
    await db.deleteFrom('session_summaries').where('student_id', '=', id).execute()
    await db.updateTable('reviews').set({ comment: null, answer: null }).where('student_id', '=', id).execute()
    await db.updateTable('reviews').set({ answer: null }).where('expert_id', '=', id).execute()
  },
}
