import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { LessonLine } from '#domain/reviews/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { lessonSearchMaxLength, lessonSearchWordsMax } from '#kernel/limits.ts'

/**
 * Finds the actor's own sessions with a text that has all these words: the question, the summary, the feedback (for its
 * student) or a message of the chat. Returns the first such text of each session. Upper case and accents do not matter.
 */
export async function searchLessons(ctx: Context, words: string): Promise<Map<SessionId, LessonLine>> {
  allow(ctx.actor, 'signedIn')
  const { id, role } = ctx.actor
  const patterns = toPatterns(words)
  if (patterns.length === 0) return new Map()
  const isExpert = role === 'expert'
  const own = sql.ref(isExpert ? 'expert_id' : 'student_id')
  const hasAllWords = (text: RawBuilder<unknown>) =>
    sql.join(
      patterns.map((pattern) => sql`fold(${text}) like fold(${pattern})`),
      sql` and `,
    )
  const feedback = isExpert
    ? sql``
    : sql`union all
      select session_id, 3, 0, 'feedback', text from session_feedback, lateral (
        select unnest(student_strengths || custom_strengths || improvement_areas || custom_improvements || motivational_note)
      ) parts (text)
      where ${own} = ${id} and ${hasAllWords(sql`text`)}`
  const { rows } = await sql<LessonLine & { sessionId: SessionId }>`
    select distinct on ("sessionId") "sessionId", part, text from (
      select id as "sessionId", 1 as rank, 0 as number, 'question' as part, question as text
      from help_sessions where ${own} = ${id} and ${hasAllWords(sql`question`)}
      union all
      select session_id, 2, 0, part, text from session_summaries, lateral (
        values ('done', done), ('practice', practice), ('next', next_time)
      ) parts (part, text)
      where ${own} = ${id} and (hidden_at is null or ${isExpert}) and ${hasAllWords(sql`text`)}
      ${feedback}
      union all
      select session_id, 4, number, case when author_id = ${id} then 'own message' else 'message' end, text
      from session_messages join help_sessions on help_sessions.id = session_id
      where ${own} = ${id} and ${hasAllWords(sql`text`)}
    ) lines order by "sessionId", rank, number`.execute(ctx.db)
  return new Map(rows.map(({ sessionId, part, text }) => [sessionId, { part, text }]))
}

/** The words as patterns for LIKE. Escapes the three characters that have a meaning there. */
function toPatterns(words: string): string[] {
  return words
    .slice(0, lessonSearchMaxLength)
    .split(/[\s\0]+/)
    .filter((word) => word !== '')
    .slice(0, lessonSearchWordsMax)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}
