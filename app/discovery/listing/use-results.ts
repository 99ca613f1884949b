import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { addExperts } from '#app/discovery/listing/chunks.ts'
import { resultsCache, type HistoryEntry, type CachedResults } from '#app/discovery/listing/results-cache.ts'
import type { Listing, ListingProblem } from '#app/discovery/listing/listing.ts'

export type ShownResults = CachedResults & HistoryEntry & { moreProblem: ListingProblem | null }

/**
 * The results of the current history entry: its first page and the pages added later. Shown cards never move or
 * disappear; only a new navigation starts over.
 */
export function useResults(listing: Listing) {
  const { key, pathname, search } = useLocation()
  const url = pathname + search
  const [results, setResults] = useState<ShownResults>(() => initialResults({ key, url }, listing))
  if (results.key !== key) setResults(initialResults({ key, url }, listing))

  const fetcher = useFetcher<Listing>({ key: `listing-${key}` })
  const lastAdded = useRef<Listing>(undefined)
  useEffect(() => {
    const newPage = fetcher.data
    if (!newPage || lastAdded.current === newPage) return
    lastAdded.current = newPage
    // A transition, because rendering twenty cards must not block scrolling.
    startTransition(() => setResults((current) => (current.key === key ? addPage(current, newPage) : current)))
  }, [fetcher.data, key])

  useEffect(() => resultsCache.store(results, results), [results])
  useEffect(() => {
    const save = () => resultsCache.save(key, window.scrollY)
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      resultsCache.markLeft(key)
    }
  }, [key])

  // After a reload the server sends only the first page; later pages and the scroll position come from storage.
  const isNew = useRef(true)
  const scrollTo = useRef<number>(undefined)
  useEffect(() => {
    if (!isNew.current) return undefined
    const frame = requestAnimationFrame(() => {
      isNew.current = false
      const saved = resultsCache.findSaved({ key, url })
      if (!saved) return
      // The short page was scrolled to its end by the browser. A position further up is the user's choice, so keep it.
      const { scrollHeight, clientHeight } = document.documentElement
      if (window.scrollY >= scrollHeight - 2 * clientHeight) scrollTo.current = saved.scrollY
      setResults((current) => (saved.chunks.length > current.chunks.length ? addSaved(current, saved) : current))
    })
    return () => cancelAnimationFrame(frame)
  }, [key, url])
  useLayoutEffect(() => {
    if (scrollTo.current === undefined) return
    window.scrollTo(0, scrollTo.current)
    scrollTo.current = undefined
  }, [results])

  return { ...results, isLoading: fetcher.state !== 'idle', load: fetcher.load }
}

function initialResults(historyEntry: HistoryEntry, listing: Listing): ShownResults {
  const cached = resultsCache.find(historyEntry)
  const { chunks, next, ...rest } = cached && !cached.listing.problem ? cached : firstPage(listing)
  return { ...historyEntry, listing: rest.listing, chunks, next, moreProblem: null }
}

function firstPage(listing: Listing): CachedResults {
  if (listing.problem) return { listing, chunks: [], next: null }
  return { listing, chunks: addExperts([], listing.page.experts), next: listing.page.next }
}

/** Adds a fetched page, or replaces a first page that had failed. */
function addPage(current: ShownResults, newPage: Listing): ShownResults {
  if (current.listing.problem) return { ...current, ...firstPage(newPage) }
  if (newPage.problem) return { ...current, moreProblem: newPage.problem }
  return {
    ...current,
    chunks: addExperts(current.chunks, newPage.page.experts),
    next: newPage.page.next,
    moreProblem: null,
  }
}

function addSaved(current: ShownResults, { chunks, next }: CachedResults): ShownResults {
  return { ...current, chunks: addExperts(current.chunks, chunks.flat()), next }
}
