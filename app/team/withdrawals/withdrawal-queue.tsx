import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { ExportForm } from '#app/team/withdrawals/export-form.tsx'
import { statusLabels, WithdrawalStatusBadge } from '#app/withdrawals/withdrawal-status.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { type Payouts, type TeamWithdrawal, withdrawalTable } from '#domain/withdrawals/contract.ts'
import { withdrawalStatuses } from '#domain/withdrawals/states.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'
import { type TableQuery, tableUrl, type TablePage } from '#kernel/table.ts'

type Props = {
  tableQuery: TableQuery<typeof withdrawalTable>
  page: TablePage<TeamWithdrawal>
  payouts: Payouts
  secondPersonAbovePaise: Paise
}

const exportFormId = 'export-withdrawals'

export function WithdrawalQueue({ tableQuery, page, payouts, secondPersonAbovePaise }: Props) {
  const zone = useZone()
  const now = useTeamNow()
  const url = tableUrl(tableQuery, { from: tableQuery.from })
  const [chosen, setChosen] = useState<{ url: string; ids: string[] }>({ url, ids: [] })
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Expert"
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'Waiting',
            options: [
              ...withdrawalStatuses.map((status) => ({ value: status, label: statusLabels[status].label })),
              { value: 'all', label: 'All' },
            ],
          },
        ]}
        sorts={{ asked: 'Requested', amount: 'Amount' }}
      />
      <TeamTable
        caption="Withdrawals"
        shape={withdrawalTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/withdrawals/${id}`}
        columns={[
          { label: 'Expert', render: ({ expertName }) => expertName },
          {
            label: 'Amount',
            sort: 'amount',
            numeric: true,
            render: ({ amount }) => <span className="font-semibold text-text">{formatRupees(amount)}</span>,
          },
          { label: 'Status', render: ({ status }) => <WithdrawalStatusBadge status={status} /> },
          {
            label: 'Requested',
            sort: 'asked',
            render: ({ createdAt }) => <RelativeTime at={createdAt} now={now} zone={zone} />,
          },
          {
            label: 'Account',
            render: ({ bankName, lastFour }) => lastFour && `${bankName} ••••${lastFour}`,
          },
          { label: 'By', render: ({ processedBy, decidedBy }) => processedBy?.name ?? decidedBy?.name },
          {
            label: 'Note',
            render: ({ amount, demo, status, exportedAt }) => {
              if (status === 'processed') return demo ? 'demo, no bank involved' : ''
              if (status === 'rejected') return ''
              const notes = [
                exportedAt && `Exported ${dayAndTime(exportedAt, zone)}`,
                amount > secondPersonAbovePaise && 'Needs two people',
              ]
              return notes.filter(Boolean).join('. ')
            },
          },
        ]}
        selection={{
          formId: exportFormId,
          label: ({ amount, expertName }) => `Export ${formatRupees(amount)} to ${expertName}`,
          isSelectable: ({ status }) => status === 'approved' && payouts !== 'closed',
          onChange: (ids) => setChosen({ url, ids }),
        }}
        empty={
          <EmptyState heading="Nothing waiting here" icon={<Landmark />}>
            No withdrawals match. Choose another status to see the others.
          </EmptyState>
        }
      />
      <ExportForm
        id={exportFormId}
        chosen={chosen.url === url ? page.rows.filter(({ id }) => chosen.ids.includes(id)) : []}
        payouts={payouts}
      />
    </>
  )
}
