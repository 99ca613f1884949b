import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, type Person } from '#domain/policy.ts'
import type { LessonLine } from '#domain/reviews/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { lessonSearchMaxLength, lessonSearchWordsMax } from '#kernel/limits.ts'

/**
 * Finds the actor's own sessions with a text that has all these words: the question, the summary, the feedback (for its
 * student) or a message of the chat. Returns the first such text of each session. Upper case and accents do not matter.
 */
export async function searchLessons(ctx: Context, words: string): Promise<Map<SessionId, LessonLine>> {
  allow(ctx.actor, 'signedIn')
  const patterns = toPatterns(words)
  if (patterns.length === 0) return new Map()
  const { rows } = await lessonStatement(ctx.actor, patterns).execute(ctx.db)
  return new Map(rows.map(({ sessionId, part, text }) => [sessionId, { part, text }]))
}

/** The texts of the person's own sessions that match all patterns. The own sessions are found first, by their index. */
export function lessonStatement({ id, role }: Pick<Person, 'id' | 'role'>, patterns: string[]) {
  const isExpert = role === 'expert'
  const own = sql.ref(isExpert ? 'expert_id' : 'student_id')
  const hasAllWords = (text: RawBuilder<unknown>, folded = sql`fold(${text})`) =>
    sql.join(
      patterns.map((pattern) => sql`${folded} like fold(${pattern})`),
      sql` and `,
    )
  const feedback = isExpert
    ? sql``
    : sql`union all
      select session_id, 3, 0, 'feedback', text from session_feedback, lateral (
        select unnest(student_strengths || custom_strengths || improvement_areas || custom_improvements || motivational_note)
      ) parts (text)
      where ${own} = ${id} and ${hasAllWords(sql`text`)}`
  return sql<LessonLine & { sessionId: SessionId }>`
    with own as materialized (select id, question from help_sessions where ${own} = ${id})
    select distinct on ("sessionId") "sessionId", part, text from (
      select id as "sessionId", 1 as rank, 0 as number, 'question' as part, question as text
      from own where ${hasAllWords(sql`question`)}
      union all
      select session_id, 2, 0, part, text from session_summaries, lateral (
        values ('done', done), ('practice', practice), ('next', next_time)
      ) parts (part, text)
      where ${own} = ${id} and (hidden_at is null or ${isExpert}) and ${hasAllWords(sql`text`)}
      ${feedback}
      union all
      select session_id, 4, number, case when author_id = ${id} then 'own message' else 'message' end, text
      -- "offset 0": the planner must not read a common word in the messages of all people first, nor fold a text twice.
      from own, lateral (
        select session_id, number, author_id, text, fold(text) as folded
        from session_messages where session_id = own.id offset 0
      ) said
      where ${hasAllWords(sql`text`, sql`folded`)}
    ) lines order by "sessionId", rank, number`
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
