import { Users } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { roleText, roleLabels, StateBadge, accountStateLabels } from '#app/team/people/person-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type PersonRow, peopleTable } from '#domain/people/contract.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { dateText } from '#kernel/time.ts'

type Props = { tableQuery: TableQuery<typeof peopleTable>; page: TablePage<PersonRow> }

export function PeopleList({ tableQuery, page }: Props) {
  const zone = useZone()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Name, email, phone or id"
        filters={[
          { name: 'role', label: 'Role', all: 'All roles', options: toOptions(roleLabels) },
          { name: 'state', label: 'State', all: 'Every state', options: toOptions(accountStateLabels) },
        ]}
        sorts={{ joined: 'Joined', name: 'Name' }}
      />
      <TeamTable
        caption="People"
        shape={peopleTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/people/${id}`}
        columns={[
          { label: 'Name', sort: 'name', render: ({ name }) => name },
          { label: 'Role', render: (row) => roleText(row) },
          { label: 'State', render: ({ state }) => <StateBadge state={state} /> },
          { label: 'Email', render: ({ maskedEmail }) => maskedEmail },
          {
            label: 'Phone',
            render: ({ maskedPhone }) => <span className="figures whitespace-nowrap">{maskedPhone}</span>,
          },
          { label: 'Joined', sort: 'joined', render: ({ joinedAt }) => dateText(joinedAt, zone) },
        ]}
        empty={
          <EmptyState heading="No people found" icon={<Users />}>
            No accounts match this search. A phone number needs at least four digits in a row.
          </EmptyState>
        }
      />
    </>
  )
}

function toOptions(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
