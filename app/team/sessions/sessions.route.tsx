import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { SessionList } from '#app/team/sessions/session-list.tsx'
import { sessionTable } from '#domain/team/contract.ts'
import { readSessionTable } from '#domain/team/session-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/sessions.route'

export const loader = serve('supportPeople', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(sessionTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readSessionTable(context, tableQuery) }
})

export default function Sessions({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Sessions">Every requested call and its outcome.</TeamHeading>
      <SessionList tableQuery={tableQuery} page={page} />
    </>
  )
}
