import { BookOpen } from 'lucide-react'
import { serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { MoneyTabs } from '#app/team/books/money-tabs.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { operationKinds, operationTable } from '#domain/books/contract.ts'
import { readOperationTable } from '#domain/team/operation-table.server.ts'
import { formatRupees } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/operations.route'

export const loader = serve('keepBooks', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(operationTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readOperationTable(context, tableQuery) }
})

export default function Operations({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  const zone = useZone()
  return (
    <>
      <TeamHeading title="Operations">
        All money operations, newest first. Search for a person or for the id of an operation, session, payment or
        withdrawal.
      </TeamHeading>
      <MoneyTabs />
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Id or person"
        filters={[
          {
            name: 'kind',
            label: 'Kind',
            all: 'Everything',
            options: Object.entries(operationKinds).map(([value, label]) => ({ value, label })),
          },
        ]}
        sorts={{ at: 'Time' }}
      />
      <TeamTable
        caption="Operations"
        shape={operationTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/money/operations/${id}`}
        columns={[
          { label: 'Time', sort: 'at', render: ({ at }) => dayAndTime(at, zone) },
          { label: 'Operation', render: ({ kind }) => operationKinds[kind] ?? kind },
          { label: 'Moved', numeric: true, render: ({ moved }) => formatRupees(moved) },
          { label: 'By', render: ({ actor }) => actor?.name ?? 'The system' },
          {
            label: 'About',
            render: ({ subjectId }) => <span className="figures text-quiet">…{subjectId.slice(-12)}</span>,
          },
        ]}
        empty={
          <EmptyState heading="No operations found" level={2} icon={<BookOpen />}>
            No operations match this search.
          </EmptyState>
        }
      />
    </>
  )
}
