import { FilePen } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import {
  categoryName,
  categoryOptions,
  answerDeadlineLabel,
  applicationStageText,
} from '#app/team/applications/application-text.ts'
import { PersonCell } from '#app/team/base/table/person-cell.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type ApplicationRow, applicationTable } from '#domain/applications/contract.ts'
import { applicationStages } from '#domain/applications/states.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = { tableQuery: TableQuery<typeof applicationTable>; page: TablePage<ApplicationRow> }

export function ApplicationRows({ tableQuery, page }: Props) {
  const zone = useZone()
  const now = useTeamNow()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Name or email"
        filters={[
          {
            name: 'stage',
            label: 'Stage',
            all: 'Every stage',
            options: applicationStages.map((value) => ({ value, label: applicationStageText[value].label })),
          },
          {
            name: 'clock',
            label: 'Reply deadline',
            all: 'All',
            options: [
              { value: 'open', label: 'Not decided' },
              { value: 'late', label: 'Late' },
            ],
          },
          { name: 'category', label: 'Category', all: 'All', options: categoryOptions },
        ]}
        sorts={{ received: 'Received', name: 'Name' }}
      />
      <TeamTable
        caption="Applications"
        shape={applicationTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/applications/${id}`}
        columns={[
          {
            label: 'Name',
            sort: 'name',
            render: ({ fullName, email }) => <PersonCell name={fullName} email={email} />,
          },
          { label: 'Category', render: ({ category }) => categoryName(category) },
          {
            label: 'Stage',
            render: ({ stage }) => (
              <Badge tone={applicationStageText[stage].tone}>{applicationStageText[stage].label}</Badge>
            ),
          },
          {
            label: 'Received',
            sort: 'received',
            render: ({ receivedAt }) => <span className="whitespace-nowrap">{dayAndTime(receivedAt, zone)}</span>,
          },
          {
            label: 'Reply',
            render: (row) => {
              const { label, tone } = answerDeadlineLabel(row, now)
              return row.answeredAt ? label : <Badge tone={tone}>{label}</Badge>
            },
          },
        ]}
        empty={
          <EmptyState heading="No applications here" icon={<FilePen />}>
            No applications match these filters. Use the button above to enter one received by email.
          </EmptyState>
        }
      />
    </>
  )
}
