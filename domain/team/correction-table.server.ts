import { sql } from 'kysely'
import { type Correction, correctionTable } from '#domain/books/contract.ts'
import { corrections, toCorrection } from '#domain/books/correction-queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All corrections, page by page. The search matches the owners of the money. */
export async function readCorrectionTable(
  ctx: Context,
  tableQuery: TableQuery<typeof correctionTable>,
): Promise<TablePage<Correction>> {
  allow(ctx.actor, 'keepBooks')
  const { state } = tableQuery.filters
  const people = await findPeople(ctx, tableQuery.search)
  const query = corrections(ctx)
    .$if(state !== undefined, (rows) => rows.where('corrections.state', '=', state as NonNullable<typeof state>))
    .$if(people !== null, (rows) => rows.where('person_id', '=', sql<AccountId>`any (${people}::uuid[])`))
  const page = await readPage(query, {
    shape: correctionTable,
    tableQuery,
    columns: { proposed: 'corrections.proposed_at', amount: 'corrections.amount_paise' },
    id: { column: 'corrections.id', type: 'uuid' },
  })
  return { ...page, rows: page.rows.map(toCorrection) }
}
