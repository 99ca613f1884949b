import { LifeBuoy } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { Due, ticketKindLabels, ticketStateLabels, TicketBadge } from '#app/team/tickets/ticket-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { type Ticket, ticketKinds, ticketStates, ticketTable } from '#domain/tickets/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

type Props = { tableQuery: TableQuery<typeof ticketTable>; page: TablePage<Ticket> }

export function TicketQueue({ tableQuery, page }: Props) {
  const now = useTeamNow()
  const zone = useZone()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Number or person"
        filters={[
          {
            name: 'kind',
            label: 'Kind',
            all: 'Every kind',
            options: ticketKinds.map((kind) => ({ value: kind, label: ticketKindLabels[kind] })),
          },
          {
            name: 'state',
            label: 'State',
            all: 'Waiting',
            options: [
              ...ticketStates.map((state) => ({ value: state, label: ticketStateLabels[state].label })),
              { value: 'automatic', label: 'Automatic refunds' },
              { value: 'all', label: 'All' },
            ],
          },
        ]}
        sorts={{ due: 'Due', number: 'Number' }}
      />
      <TeamTable
        caption="Refunds and complaints"
        shape={ticketTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ number }) => String(number)}
        hrefOf={({ number }) => `/team/tickets/${number}`}
        columns={[
          {
            label: 'Ticket',
            sort: 'number',
            render: ({ number, kind }) => `${number} ${ticketKindLabels[kind]}`,
          },
          { label: 'From', render: ({ person }) => <span className="whitespace-nowrap">{person.name}</span> },
          { label: 'State', render: (ticket) => <TicketBadge {...ticket} /> },
          { label: 'Due', sort: 'due', render: (ticket) => <Due ticket={ticket} now={now} /> },
          {
            label: 'Received',
            render: ({ openedAt }) => <RelativeTime at={openedAt} now={now} zone={zone} />,
          },
          {
            label: 'Refunded',
            numeric: true,
            render: ({ refunded }) => refunded && formatRupees(refunded),
          },
          {
            label: 'In their words',
            render: ({ words }) => <span className="line-clamp-2 max-w-96 wrap-anywhere">{words}</span>,
          },
        ]}
        empty={
          <EmptyState heading="Nothing waiting here" icon={<LifeBuoy />}>
            No tickets match. Choose another state to see the others.
          </EmptyState>
        }
      />
    </>
  )
}
