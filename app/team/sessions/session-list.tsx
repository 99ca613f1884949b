import { PhoneCall, TriangleAlert } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { receiptNumber, sharedTime, sessionStateLabel } from '#app/sessions/session-text.ts'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { stuckText } from '#app/team/sessions/stuck-text.ts'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { sessionStates } from '#domain/sessions/states.ts'
import { type SessionRow, sessionTable } from '#domain/team/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

type Props = { tableQuery: TableQuery<typeof sessionTable>; page: TablePage<SessionRow> }

export function SessionList({ tableQuery, page }: Props) {
  const now = useTeamNow()
  const zone = useZone()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Person, receipt number or id"
        filters={[
          {
            name: 'state',
            label: 'State',
            all: 'Every state',
            options: [
              { value: 'open', label: 'Open now' },
              ...sessionStates.map((state) => ({
                value: state,
                label: sessionStateLabel({ state }).label,
              })),
            ],
          },
        ]}
        sorts={{ asked: 'Requested' }}
        linkFilters={tableQuery.filters.person ? [{ name: 'person', text: 'One person' }] : []}
      />
      <TeamTable
        caption="Sessions"
        shape={sessionTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/sessions/${id}`}
        columns={[
          { label: 'Session', render: (row) => <span className="figures">{receiptNumber(row)}</span> },
          { label: 'Student', render: ({ student }) => <PersonLink person={student} /> },
          { label: 'Expert', render: ({ expert }) => <PersonLink person={expert} /> },
          { label: 'State', render: (row) => <StateBadge row={row} /> },
          {
            label: 'Requested',
            sort: 'asked',
            render: ({ askedAt }) => <RelativeTime at={askedAt} now={now} zone={zone} />,
          },
          { label: 'Shared time', numeric: true, render: (row) => row.liveMs > 0 && sharedTime(row) },
          {
            label: 'Charged',
            numeric: true,
            render: ({ chargedPaise }) => chargedPaise !== null && formatRupees(chargedPaise),
          },
        ]}
        empty={
          <EmptyState heading="No sessions found" icon={<PhoneCall />}>
            Search for another person, or choose another state.
          </EmptyState>
        }
      />
    </>
  )
}

function StateBadge({ row }: { row: SessionRow }) {
  if (row.stuck) {
    return (
      <Badge tone="bad" icon={<TriangleAlert />}>
        {stuckText[row.stuck]}
      </Badge>
    )
  }
  const { label, tone } = sessionStateLabel(row)
  return <Badge tone={tone}>{label}</Badge>
}
