import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, lazy, useEffect, useState, useTransition } from 'react'
import { Link } from 'react-router'
import { CatalogueContext } from '#app/discovery/listing/catalogue-context.ts'
import { listActiveFilters } from '#app/discovery/listing/active-choices.ts'
import { filterFieldsModule, isWide, onWidthChange } from '#app/discovery/listing/filter-fields-module.ts'
import type { Listing } from '#app/discovery/listing/listing.ts'
import { Results } from '#app/discovery/listing/results.tsx'
import { listingForm, SearchBox } from '#app/discovery/listing/search-box.tsx'
import { type Filters, useFilters } from '#app/discovery/listing/use-filters.ts'
import { Button } from '#app/ui/button.tsx'
import { defaultListingQuery, isFiltered, listingUrl } from '#domain/discovery/rules.ts'

const loadSheet = () => import('#app/discovery/listing/filter-sheet.tsx')
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }))

// Start loading now. `entry.client.tsx` waits for this module, because React cannot hydrate the server-rendered fields
// without it.
if (!import.meta.env.SSR && isWide()) void filterFieldsModule.load()

/** The listing: search box, filters in a sidebar or a sheet, and results. */
export function ListingScreen({ listing }: { listing: Listing }) {
  const filters = useFilters()
  const catalogue = listing.problem === null ? listing.catalogue : undefined
  return (
    <CatalogueContext value={catalogue}>
      <div className="page pt-8 pb-16 md:pt-10">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-2">
          <h1 className="text-display">Find Your Expert</h1>
          <p className="max-w-112 text-soft lg:pb-1">
            Verified tutors, mentors and coaches, by audio or video. You pay by the minute, and only while you are both
            connected.
          </p>
        </div>
        <div className="mt-5 flex gap-2.5 md:mt-6">
          <SearchBox filters={filters} className="min-w-0 flex-1" />
          <SheetButton filters={filters} />
        </div>
        <div className="mt-4 grid items-start gap-x-8 gap-y-10 lg:mt-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <Sidebar filters={filters} />
          <Results query={filters.urlQuery} listing={listing} />
        </div>
      </div>
    </CatalogueContext>
  )
}

/** On small screens, the sheet replaces the sidebar. Without scripts, the sidebar is shown below the results. */
function Sidebar({ filters }: { filters: Filters }) {
  const { urlQuery, chosen, choose, endGesture } = filters
  return (
    <aside
      id="filters"
      aria-labelledby="filters-heading"
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border border-line bg-raised p-5 pt-3 lg:block max-lg:noscript:static max-lg:noscript:order-last max-lg:noscript:block max-lg:noscript:max-h-none"
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="filters-heading" className="text-body font-semibold">
          Filters
        </h2>
        {isFiltered(urlQuery) && (
          <Link
            to={listingUrl({ ...defaultListingQuery, sort: urlQuery.sort })}
            preventScrollReset
            className="text-small font-semibold text-soft underline decoration-line-strong underline-offset-4 hover:text-text"
          >
            Clear all
          </Link>
        )}
      </div>
      <SidebarFields query={chosen} onChange={choose} onGestureEnd={endGesture} form={listingForm} />
      {/* With scripts each filter applies immediately. */}
      <div className="mt-4 hidden noscript:grid">
        <Button type="submit" form={listingForm}>
          Apply Filters
        </Button>
      </div>
    </aside>
  )
}

const FilterFields = filterFieldsModule.component((loaded) => loaded.FilterFields)

/** When the fields are not visible, the server-rendered markup stays untouched. */
function SidebarFields(props: ComponentProps<typeof FilterFields>) {
  const [areVisible, setAreVisible] = useState(isWide)
  useEffect(() => onWidthChange(() => setAreVisible(isWide())), [])
  if (!areVisible) return <div key="server-markup" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  return (
    <div key="fields">
      <FilterFields {...props} />
    </div>
  )
}

function SheetButton({ filters: { chosen, urlQuery, apply } }: { filters: Filters }) {
  const [open, setOpen] = useState(false)
  // The page stays until the code of the sheet has loaded.
  const [isOpening, startOpening] = useTransition()
  const count = listActiveFilters(urlQuery).length
  return (
    <>
      <a
        href="#filters"
        className="hidden min-h-13 items-center rounded-control border border-line-strong px-4 font-semibold max-lg:noscript:inline-flex"
      >
        Filters
      </a>
      <Button
        variant="outline"
        busy={isOpening}
        onClick={() => startOpening(() => setOpen(true))}
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
        aria-haspopup="dialog"
        className="min-h-13 px-4! lg:hidden noscript:hidden"
      >
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        <span className="max-[22rem]:sr-only">Filters</span>
        {count > 0 && (
          <span className="figures rounded-full bg-accent px-2 text-small text-on-accent">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {open && <FilterSheet query={chosen} onApply={apply} onClose={() => setOpen(false)} />}
    </>
  )
}
