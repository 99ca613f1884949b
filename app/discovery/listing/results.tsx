import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation, useNavigationType } from 'react-router'
import { ActiveFilters } from '#app/discovery/listing/active-filters.tsx'
import { emptyId, emptyResultsModule } from '#app/discovery/listing/empty-results-module.ts'
import { CardPlaceholders, usePreloadedPlaceholders } from '#app/discovery/listing/lazy-placeholders.tsx'
import { expertCount } from '#app/discovery/listing/listing-text.ts'
import { type Listing, problemTexts } from '#app/discovery/listing/listing.ts'
import { LoadMore } from '#app/discovery/listing/load-more.tsx'
import { ResultChunk } from '#app/discovery/listing/result-chunk.tsx'
import { type ShownResults, useResults } from '#app/discovery/listing/use-results.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingUrl } from '#domain/discovery/rules.ts'

/** Shorter waits show no placeholders, because a brief flash is worse than no placeholder. */
const placeholdersAfterMs = 150

export function Results({ query, listing }: { query: ListingQuery; listing: Listing }) {
  const results = useResults(listing)
  const { key } = useLocation()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWaiting = useIsSlowLoading()
  usePreloadedPlaceholders()
  useScrollToTop(section, key)
  const announcement = useAnnouncement(results)
  // The clicked link disappears, so move the focus to the result count.
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  return (
    <section ref={section} aria-labelledby="results" className="min-h-[75dvh] min-w-0 scroll-mt-20">
      <div className="mb-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 lg:min-h-9">
        <Count results={results} ref={heading} />
        <ActiveFilters query={query} onLeave={focusHeading} />
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isWaiting ? <CardPlaceholders /> : <Cards query={query} results={results} onLeave={focusHeading} />}
    </section>
  )
}

function Count({ results, ref }: { results: ShownResults; ref: Ref<HTMLHeadingElement> }) {
  const text = resultCountText(results)
  return (
    <h2 ref={ref} id="results" tabIndex={-1} className={text ? 'rounded-full' : 'sr-only'}>
      {text ? <Badge className="py-1">{text}</Badge> : 'Experts'}
    </h2>
  )
}

/** Undefined when the total is unknown: after a failure, or on a later page. */
function resultCountText({ listing }: ShownResults): string | undefined {
  if (listing.problem || listing.page.total === null) return undefined
  return `${expertCount(listing.page.total)} found`
}

const EmptyResults = emptyResultsModule.component((loaded) => loaded.EmptyResults)

type CardsProps = { query: ListingQuery; results: ReturnType<typeof useResults>; onLeave(): void }

function Cards({ query, results, onLeave }: CardsProps) {
  const { listing, chunks, next, url, isLoading, moreProblem, load } = results
  const container = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(container, chunks.flat().length)
  if (listing.problem) return <Problem results={results} />
  const { page, offlineMatches } = listing
  if (chunks.length === 0) {
    return (
      <div id={emptyId}>
        <EmptyResults query={query} offlineMatches={offlineMatches} onLeave={onLeave} />
      </div>
    )
  }
  const nextUrl = next && listingUrl({ ...query, search: page.correctedSearch ?? query.search }, next)
  return (
    <div ref={container} className="grid gap-4">
      {page.correctedSearch && (
        <Notice>
          Nothing matches '{query.search}'. Showing results for '{page.correctedSearch}'.
        </Notice>
      )}
      {page.matchesSome && <Notice>No expert matches all words. These match some of them.</Notice>}
      {new URLSearchParams(url.split('?')[1]).has('after') && (
        <Link
          to={listingUrl(query)}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold underline decoration-line-strong underline-offset-4 hover:text-accent"
        >
          Back to the first experts
        </Link>
      )}
      {chunks.map((experts, index) => (
        <ResultChunk key={experts[0]?.id} experts={experts} startsNear={startsNear(index, chunks.length)} />
      ))}
      {nextUrl && (
        <LoadMore
          to={nextUrl}
          isLoading={isLoading}
          problem={moreProblem}
          onLoad={(trigger) => {
            if (trigger === 'by-hand') focusNext()
            void load(nextUrl)
          }}
        />
      )}
    </div>
  )
}

/**
 * Whether a chunk renders immediately. Only the first five and the last one do: after back navigation, the chunks
 * between them wait for the observer.
 */
function startsNear(index: number, count: number): boolean {
  return index < 5 || index === count - 1
}

function Problem({ results: { listing, url, isLoading, load } }: Pick<CardsProps, 'results'>) {
  useEffect(() => {
    if (listing.problem === 'network')
      toast({ kind: 'error', text: 'Something went wrong while loading experts.', id: 'listing' })
  }, [listing])
  if (!listing.problem) return null
  return (
    <Notice
      tone="bad"
      announce
      title={problemTexts[listing.problem]}
      action={
        <Button variant="outline" size="small" busy={isLoading} onClick={() => void load(url)}>
          Try Again
        </Button>
      }
    />
  )
}

/** Whether a new list has been loading long enough to show placeholders. */
function useIsSlowLoading(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const loadingKey = location?.pathname === pathname ? location.key : null
  const [slowKey, setSlowKey] = useState<string | null>(null)
  useEffect(() => {
    if (!loadingKey) return undefined
    const timer = setTimeout(() => setSlowKey(loadingKey), placeholdersAfterMs)
    return () => clearTimeout(timer)
  }, [loadingKey])
  return loadingKey !== null && slowKey === loadingKey
}

/** Scrolls to the start of a new list, unless the user navigated back to it or its start is already on the screen. */
function useScrollToTop(section: React.RefObject<HTMLElement | null>, key: string): void {
  const navigationType = useNavigationType()
  const shownKey = useRef(key)
  useLayoutEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    const top = section.current?.getBoundingClientRect().top ?? 0
    if (navigationType !== 'POP' && top < 0) section.current?.scrollIntoView()
  }, [section, key, navigationType])
}

/** Announces result counts and added experts to screen readers. */
function useAnnouncement(results: ShownResults): string {
  const [announcement, setAnnouncement] = useState('')
  const count = results.chunks.flat().length
  const before = useRef({ key: results.key, count })
  const countText = resultCountText(results)
  useEffect(() => {
    const { key, count: countBefore } = before.current
    before.current = { key: results.key, count }
    if (key !== results.key) setAnnouncement(countText ?? '')
    else if (count > countBefore) setAnnouncement(`${expertCount(count - countBefore)} added`)
  }, [results.key, count, countText])
  return announcement
}

/** After a manual load, moves the focus to the first new card. */
function useFocusNext(container: React.RefObject<HTMLElement | null>, count: number): () => void {
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    if (firstNew.current === undefined || count <= firstNew.current) return
    const links = container.current?.querySelectorAll<HTMLElement>('a[data-card-link]')
    links?.[firstNew.current]?.focus()
    firstNew.current = undefined
  }, [container, count])
  return () => {
    firstNew.current = count
  }
}
