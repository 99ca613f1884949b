import { sql } from 'kysely'
import { type ApplicationRow, applicationTable } from '#domain/applications/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findApplicants } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All applications, page by page. */
export async function readApplicationTable(
  ctx: Context,
  tableQuery: TableQuery<typeof applicationTable>,
): Promise<TablePage<ApplicationRow>> {
  allow(ctx.actor, 'prepareExperts')
  const { stage, category, clock } = tableQuery.filters
  const found = await findApplicants(ctx, tableQuery.search)
  const query = ctx.db
    .selectFrom('applications')
    .select(['id', 'full_name', 'email', 'category', 'stage', 'received_at', 'answer_by', 'answered_at'])
    .select('interview_at')
    .$call((rows) => (stage ? rows.where('stage', '=', stage) : rows))
    .$call((rows) => (category ? rows.where('category', '=', category) : rows))
    .$if(clock === 'open', (rows) => rows.where('decided_at', 'is', null))
    .$if(clock === 'late', (rows) => rows.where('answered_at', 'is', null).where('answer_by', '<', ctx.clock.now()))
    .$if(found !== null, (rows) => rows.where('id', '=', sql<ApplicationId>`any (${found}::uuid[])`))
  const page = await readPage(query, {
    shape: applicationTable,
    tableQuery,
    columns: { received: 'received_at', name: 'full_name' },
    id: { column: 'id', type: 'uuid' },
  })
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      category: row.category,
      stage: row.stage,
      receivedAt: row.received_at,
      answerBy: row.answer_by,
      answeredAt: row.answered_at,
      interviewAt: row.interview_at,
    })),
  }
}
