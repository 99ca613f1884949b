import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { ReviewList } from '#app/team/reviews/review-list.tsx'
import { reviewTable } from '#domain/reviews/contract.ts'
import { readReviewTable } from '#domain/team/review-table.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import type { Route } from './+types/reviews.route'

export const loader = serve('supportPeople', async ({ context }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(reviewTable, new URL(request.url).searchParams)
  return { asked: tableQuery, page: await readReviewTable(context, tableQuery) }
})

export default function Reviews({ loaderData: { asked: tableQuery, page } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Reviews">
        Reviews of experts by students. A review can be hidden with a published reason, but never changed.
      </TeamHeading>
      <ReviewList tableQuery={tableQuery} page={page} />
    </>
  )
}
