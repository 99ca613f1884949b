import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type Ticket, ticketTable } from '#domain/tickets/contract.ts'
import { selectTickets, toTicket } from '#domain/tickets/queries.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/**
 * Refund requests, reports and complaints, sorted by due date. The search matches a ticket number or the person who
 * opened it.
 */
export async function readTicketTable(
  ctx: Context,
  tableQuery: TableQuery<typeof ticketTable>,
): Promise<TablePage<Ticket>> {
  allow(ctx.actor, 'supportPeople')
  const { kind, state } = tableQuery.filters
  const number = /^#?(\d{1,15})$/.exec(tableQuery.search)?.[1]
  const people = number ? null : await findPeople(ctx, tableQuery.search)
  const query = selectTickets(ctx)
    .$if(state === undefined && !number, (rows) => rows.where('tickets.state', '<>', 'resolved'))
    .$if(state === 'automatic', (rows) =>
      rows.where('tickets.state', '=', 'resolved').where('tickets.resolved_by', 'is', null),
    )
    .$call((rows) =>
      state && state !== 'all' && state !== 'automatic' ? rows.where('tickets.state', '=', state) : rows,
    )
    .$call((rows) => (kind ? rows.where('tickets.kind', '=', kind) : rows))
    .$if(number !== undefined, (rows) => rows.where('tickets.number', '=', Number(number)))
    .$if(people !== null, (rows) => rows.where('tickets.opened_by', '=', sql<AccountId>`any (${people}::uuid[])`))
  const page = await readPage(query, {
    shape: ticketTable,
    tableQuery,
    columns: { due: 'tickets.due_at', number: 'tickets.number' },
    id: { column: 'tickets.number', type: 'bigint' },
  })
  return { ...page, rows: page.rows.map(toTicket) }
}
