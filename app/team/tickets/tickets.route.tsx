import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { TicketQueue } from '#app/team/tickets/ticket-queue.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { readTicketTable } from '#domain/team/ticket-table.server.ts'
import { ticketTable } from '#domain/tickets/contract.ts'
import { ticketAcknowledgeHours, ticketResolveDays } from '#kernel/limits.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/tickets.route'

export const loader = serve('supportPeople', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(ticketTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readTicketTable(context, tableQuery) }
})

export default function Tickets({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading
        title="Refunds and complaints"
        action={
          <ButtonLink to="/team/tickets/new" variant="outline" size="small">
            Enter a complaint
          </ButtonLink>
        }
      >
        Acknowledged within {ticketAcknowledgeHours} hours, decided within {ticketResolveDays} days. The most urgent are
        on top.
      </TeamHeading>
      <TicketQueue tableQuery={tableQuery} page={page} />
    </>
  )
}
