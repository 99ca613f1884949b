import { Plus } from 'lucide-react'
import { serve } from '#app/base/serve.server.ts'
import { ApplicationRows } from '#app/team/applications/application-rows.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { applicationTable } from '#domain/applications/contract.ts'
import { readApplicationTable } from '#domain/team/application-table.server.ts'
import { applicationReplyHours } from '#kernel/limits.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/applications.route'

export const loader = serve('prepareExperts', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(applicationTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readApplicationTable(context, tableQuery) }
})

export default function Applications({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading
        title="Applications"
        action={
          <ButtonLink to="/team/applications/new">
            <Plus className="size-4.5" aria-hidden="true" />
            Enter an application
          </ButtonLink>
        }
      >
        Applications arrive by email. We reply to each one within {applicationReplyHours} hours.
      </TeamHeading>
      <ApplicationRows tableQuery={tableQuery} page={page} />
    </>
  )
}
