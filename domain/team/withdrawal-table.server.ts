import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type TeamWithdrawal, withdrawalTable } from '#domain/withdrawals/contract.ts'
import { selectTeamWithdrawals, toTeamWithdrawal } from '#domain/withdrawals/queries.server.ts'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** Withdrawals that wait for a decision or payment, or all, page by page. The search matches experts. */
export async function readWithdrawalTable(
  ctx: Context,
  tableQuery: TableQuery<typeof withdrawalTable>,
): Promise<TablePage<TeamWithdrawal>> {
  allow(ctx.actor, 'payOut')
  const { status } = tableQuery.filters
  const people = await findPeople(ctx, tableQuery.search)
  const query = selectTeamWithdrawals(ctx)
    .$if(status === undefined, (rows) => rows.where('status', 'in', ['pending', 'approved']))
    .$if(status !== undefined && status !== 'all', (rows) => rows.where('status', '=', status as WithdrawalStatus))
    .$if(people !== null, (rows) => rows.where('expert_id', '=', sql<AccountId>`any (${people}::uuid[])`))
  const page = await readPage(query, {
    shape: withdrawalTable,
    tableQuery,
    columns: { asked: 'withdrawals.created_at', amount: 'withdrawals.amount_paise' },
    id: { column: 'withdrawals.id', type: 'uuid' },
  })
  return { ...page, rows: page.rows.map(toTeamWithdrawal) }
}
