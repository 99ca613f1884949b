import { Scale } from 'lucide-react'
import { serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { CorrectionBadge, transferText } from '#app/team/books/correction-text.tsx'
import { MoneyTabs } from '#app/team/books/money-tabs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { correctionTable } from '#domain/books/contract.ts'
import { readCorrectionTable } from '#domain/team/correction-table.server.ts'
import { correctionDays } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/corrections.route'

export const loader = serve('keepBooks', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(correctionTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readCorrectionTable(context, tableQuery) }
})

const states = [
  { value: 'proposed', label: 'Proposed' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'rejected', label: 'Rejected' },
]

export default function Corrections({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  const zone = useZone()
  const now = useTeamNow()
  return (
    <>
      <TeamHeading
        title="Corrections"
        action={<ButtonLink to="/team/money/corrections/new">Propose a correction</ButtonLink>}
      >
        One person proposes and another confirms within {correctionDays} days. Then the money moves once.
      </TeamHeading>
      <MoneyTabs />
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Person"
        filters={[{ name: 'state', label: 'State', all: 'Every state', options: states }]}
        sorts={{ proposed: 'Proposed', amount: 'Amount' }}
      />
      <TeamTable
        caption="Corrections"
        shape={correctionTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/money/corrections/${id}`}
        columns={[
          { label: 'Person', render: ({ person }) => person.name },
          { label: 'Transfer', render: (correction) => transferText(correction) },
          { label: 'Amount', sort: 'amount', numeric: true, render: ({ amount }) => formatRupees(amount) },
          { label: 'State', render: (correction) => <CorrectionBadge correction={correction} now={now} /> },
          {
            label: 'Proposed',
            sort: 'proposed',
            render: ({ proposedAt, proposedBy }) => (
              <>
                <span className="whitespace-nowrap">{dayAndTime(proposedAt, zone)}</span>
                <span className="block text-quiet">by {proposedBy.name}</span>
              </>
            ),
          },
        ]}
        empty={
          <EmptyState heading="No corrections" level={2} icon={<Scale />}>
            No corrections match these filters.
          </EmptyState>
        }
      />
    </>
  )
}
