import type { Context } from '#domain/context.server.ts'
import type { PersonHistory, PersonReport } from '#domain/people/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'

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
