import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { PeopleList } from '#app/team/people/people-list.tsx'
import { peopleTable } from '#domain/people/contract.ts'
import { readPeopleTable } from '#domain/team/people-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/people.route'

export const loader = serve('supportPeople', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(peopleTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readPeopleTable(context, tableQuery) }
})

export default function People({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="People">Everyone with an account, newest first.</TeamHeading>
      <PeopleList tableQuery={tableQuery} page={page} />
    </>
  )
}
