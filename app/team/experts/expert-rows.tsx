import { UserCheck } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { categoryName, categoryOptions } from '#app/team/applications/application-text.ts'
import { PersonCell } from '#app/team/base/table/person-cell.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { approvalLabels, checkLabels } from '#app/team/experts/expert-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { approvals } from '#domain/policy.ts'
import { type ExpertRow, expertTable } from '#domain/team/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { dateText } from '#kernel/time.ts'

type Props = { tableQuery: TableQuery<typeof expertTable>; page: TablePage<ExpertRow> }

export function ExpertRows({ tableQuery, page }: Props) {
  const zone = useZone()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Name or email"
        filters={[
          {
            name: 'approval',
            label: 'Approval',
            all: 'All',
            options: approvals.map((value) => ({ value, label: approvalLabels[value].label })),
          },
          { name: 'category', label: 'Category', all: 'All', options: categoryOptions },
          {
            name: 'online',
            label: 'Online',
            all: 'All',
            options: [
              { value: 'yes', label: 'Online now' },
              { value: 'no', label: 'Offline' },
            ],
          },
        ]}
        sorts={{ since: 'Member since', name: 'Name', rate: 'Rate' }}
      />
      <TeamTable
        caption="Experts"
        shape={expertTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/experts/${id}`}
        columns={[
          { label: 'Name', sort: 'name', render: (row) => <PersonCell {...row} /> },
          {
            label: 'Approval',
            render: ({ approval }) => (
              <Badge tone={approvalLabels[approval].tone}>{approvalLabels[approval].label}</Badge>
            ),
          },
          { label: 'Verified', render: ({ verified }) => verifiedText(verified) },
          { label: 'Category', render: ({ category }) => categoryName(category) },
          { label: 'Online', render: ({ isOnline }) => (isOnline ? 'Online' : 'Offline') },
          {
            label: 'Rate and share',
            sort: 'rate',
            numeric: true,
            render: ({ ratePaisePerMinute, sharePercent }) => `${formatRupees(ratePaisePerMinute)}, ${sharePercent}%`,
          },
          {
            label: 'Member since',
            sort: 'since',
            render: ({ memberSince }) => <span className="whitespace-nowrap">{dateText(memberSince, zone)}</span>,
          },
        ]}
        empty={
          <EmptyState heading="No experts here" icon={<UserCheck />}>
            No experts match these filters. Accepting an application creates an expert account.
          </EmptyState>
        }
      />
    </>
  )
}

function verifiedText(verified: ExpertRow['verified']): string {
  return verified.map((check) => checkLabels[check].label).join(', ') || 'None'
}
