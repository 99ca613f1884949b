import type { Context } from '#domain/context.server.ts'
import type { PersonHistory, PersonSummary } from '#domain/people/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'

/** Summaries written by an expert or received by a student, including hidden ones. */
export async function listSummaryHistory(ctx: Context, id: AccountId): Promise<PersonHistory['summaries']> {
  const list = async (ownColumn: 'student_id' | 'expert_id', otherColumn: 'student_id' | 'expert_id') => {
    const rows = await ctx.db
      .selectFrom('session_summaries as summary')
      .innerJoin('profiles', 'profiles.id', `summary.${otherColumn}`)
      .select(['session_id', 'written_at', 'done', 'practice', 'next_time', 'hidden_at'])
      .select(['profiles.id as other_id', 'full_name'])
      .where(`summary.${ownColumn}`, '=', id)
      .orderBy('written_at', 'desc')
      .limit(historyShownMax)
      .execute()
    return rows.map((row): PersonSummary => ({
      sessionId: row.session_id,
      at: row.written_at,
      other: { id: row.other_id, name: row.full_name },
      words: [row.done, row.practice, row.next_time].filter(Boolean),
      isHidden: row.hidden_at !== null,
    }))
  }
  return { written: await list('expert_id', 'student_id'), received: await list('student_id', 'expert_id') }
}
