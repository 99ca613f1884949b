import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { expertCount } from '#app/discovery/listing/listing-text.ts'
import { FindSomebody } from '#app/experts/find-somebody.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingUrl } from '#domain/discovery/rules.ts'
import { plural } from '#kernel/plural.ts'

type Props = { query: ListingQuery; offlineMatches: number; onLeave(): void }

export function EmptyResults({ query, offlineMatches, onLeave }: Props) {
  return (
    <EmptyState
      heading="No experts available right now"
      icon={<SearchX />}
      action={
        <div className="flex flex-col items-center gap-4">
          <FindSomebody question={query.search || undefined} />
          {offlineMatches > 0 && (
            <Link
              to={listingUrl({ ...query, onlineOnly: false })}
              preventScrollReset
              onClick={onLeave}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:text-accent"
            >
              See {expertCount(offlineMatches)} who {plural(offlineMatches, 'is', 'are')} offline now
            </Link>
          )}
          <ButtonLink to="/experts" variant="outline" preventScrollReset onClick={onLeave}>
            Reset Filters
          </ButtonLink>
        </div>
      }
    >
      No experts matching your criteria found. Try changing your filters or check back soon for more available experts!
    </EmptyState>
  )
}
