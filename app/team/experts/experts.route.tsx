import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { ExpertRows } from '#app/team/experts/expert-rows.tsx'
import { expertTable } from '#domain/team/contract.ts'
import { readExpertTable } from '#domain/team/expert-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/experts.route'

export const loader = serve('prepareExperts', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(expertTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readExpertTable(context, tableQuery) }
})

export default function TeamExperts({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Experts">Approval, verifications and terms of each expert.</TeamHeading>
      <ExpertRows tableQuery={tableQuery} page={page} />
    </>
  )
}
