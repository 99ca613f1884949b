import { X } from 'lucide-react'
import { Link } from 'react-router'
import { listActiveFilters } from '#app/discovery/listing/active-choices.ts'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery, isFiltered, listingUrl } from '#domain/discovery/rules.ts'

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ query, onLeave }: { query: ListingQuery; onLeave(): void }) {
  if (!isFiltered(query)) return null
  return (
    <ul aria-label="Active filters" className="flex max-w-full min-w-0 flex-wrap items-center gap-2">
      {listActiveFilters(query).map(({ name, without }) => (
        <li key={name} className="max-w-full min-w-0">
          <Link
            to={listingUrl(without)}
            preventScrollReset
            onClick={onLeave}
            className="flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-raised pr-2.5 pl-4 text-small text-soft hover:border-line-strong hover:text-text lg:min-h-9"
          >
            <span className="sr-only">Remove filter: </span>
            <span className="truncate">{name}</span>
            <X className="size-4 shrink-0 text-quiet" aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={listingUrl({ ...defaultListingQuery, sort: query.sort })}
          preventScrollReset
          onClick={onLeave}
          className="flex min-h-11 items-center rounded-control px-2 text-small font-semibold text-soft underline decoration-line-strong underline-offset-4 hover:text-text lg:min-h-9"
        >
          Clear all filters
        </Link>
      </li>
    </ul>
  )
}
