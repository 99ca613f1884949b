import { MessageSquareQuote } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { everyStar, Stars } from '#app/reviews/stars.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { reviewTable, type TeamReview } from '#domain/reviews/contract.ts'
import { counted } from '#kernel/count-text.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = { tableQuery: TableQuery<typeof reviewTable>; page: TablePage<TeamReview> }

export function ReviewList({ tableQuery, page }: Props) {
  const zone = useZone()
  const [first] = page.rows
  const linkFilters = [
    { name: 'expert', text: `About ${first?.expert.name ?? 'one expert'}` },
    { name: 'student', text: `By ${first?.student.name ?? 'one student'}` },
  ].filter(({ name }) => name in tableQuery.filters)
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Review text"
        filters={[
          {
            name: 'stars',
            label: 'Stars',
            all: 'Any',
            options: everyStar.map((star) => ({
              value: String(star),
              label: counted(star, 'star'),
            })),
          },
          {
            name: 'state',
            label: 'State',
            all: 'Shown and hidden',
            options: [
              { value: 'shown', label: 'Shown' },
              { value: 'hidden', label: 'Hidden' },
            ],
          },
          {
            name: 'words',
            label: 'Comment',
            all: 'With and without',
            options: [
              { value: 'yes', label: 'With comment' },
              { value: 'no', label: 'Stars only' },
            ],
          },
        ]}
        sorts={{ written: 'Written', stars: 'Stars' }}
        linkFilters={linkFilters}
      />
      <TeamTable
        caption="Reviews"
        shape={reviewTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/team/reviews/${id}`}
        columns={[
          { label: 'Written', sort: 'written', render: ({ createdAt }) => dayAndTime(createdAt, zone) },
          { label: 'Stars', sort: 'stars', render: ({ rating }) => <Stars rating={rating} /> },
          { label: 'By', render: ({ student }) => student.name },
          { label: 'About', render: ({ expert }) => expert.name },
          {
            label: 'Comment',
            render: ({ comment }) => (
              <span className="line-clamp-2 max-w-96 wrap-anywhere max-md:text-right">{comment}</span>
            ),
          },
          { label: 'State', render: ({ hiddenAt }) => hiddenAt && <Badge tone="bad">Hidden</Badge> },
        ]}
        empty={
          <EmptyState heading="No reviews found" icon={<MessageSquareQuote />}>
            No reviews match these filters.
          </EmptyState>
        }
      />
    </>
  )
}
