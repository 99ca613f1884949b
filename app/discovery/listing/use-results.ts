import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { addExperts } from '#app/discovery/listing/chunks.ts'
import { keptResults, type Place, type Results } from '#app/discovery/listing/kept-results.ts'
import type { Listing, ListingProblem } from '#app/discovery/listing/listing.ts'

export type Shown = Results & Place & { moreProblem: ListingProblem | null }

/**
 * The cards of this entry of the history: the page it came with, and those that were added to it. Nobody moves or disappears
 * while one looks; only another question, or the same one asked anew, begins anew.
 */
export function useResults(listing: Listing) {
  const { key, pathname, search } = useLocation()
  const address = pathname + search
  const [shown, setShown] = useState<Shown>(() => begin({ key, address }, listing))
  if (shown.key !== key) setShown(begin({ key, address }, listing))

  const fetcher = useFetcher<Listing>({ key: `listing-${key}` })
  const taken = useRef<Listing>(undefined)
  useEffect(() => {
    const came = fetcher.data
    if (!came || taken.current === came) return
    taken.current = came
    // Drawing twenty cards must not hold up the finger that scrolls.
    startTransition(() => setShown((now) => (now.key === key ? take(now, came) : now)))
  }, [fetcher.data, key])

  useEffect(() => keptResults.keep(shown, shown), [shown])
  useEffect(() => {
    const save = () => keptResults.save(key, window.scrollY)
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      keptResults.leave(key)
    }
  }, [key])

  // After a reload the server has sent the first page only. The others were kept, and so was the place.
  const isNew = useRef(true)
  const scrollTo = useRef<number>(undefined)
  useEffect(() => {
    if (!isNew.current) return undefined
    const frame = requestAnimationFrame(() => {
      isNew.current = false
      const saved = keptResults.findSaved({ key, address })
      if (!saved) return
      // A page that is too short for the place stands at its end. Whoever has gone up from there meanwhile stays where they are.
      const { scrollHeight, clientHeight } = document.documentElement
      if (window.scrollY >= scrollHeight - 2 * clientHeight) scrollTo.current = saved.scrollY
      setShown((now) => (saved.chunks.length > now.chunks.length ? addSaved(now, saved) : now))
    })
    return () => cancelAnimationFrame(frame)
  }, [key, address])
  useLayoutEffect(() => {
    if (scrollTo.current === undefined) return
    window.scrollTo(0, scrollTo.current)
    scrollTo.current = undefined
  }, [shown])

  return { ...shown, isLoading: fetcher.state !== 'idle', load: fetcher.load }
}

function begin(place: Place, listing: Listing): Shown {
  const kept = keptResults.find(place)
  const { chunks, next, ...rest } = kept && !kept.listing.problem ? kept : firstPage(listing)
  return { ...place, listing: rest.listing, chunks, next, moreProblem: null }
}

function firstPage(listing: Listing): Results {
  if (listing.problem) return { listing, chunks: [], next: null }
  return { listing, chunks: addExperts([], listing.page.experts), next: listing.page.next }
}

/** What was asked for has come: more of the same, or the beginning that had failed. */
function take(now: Shown, came: Listing): Shown {
  if (now.listing.problem) return { ...now, ...firstPage(came) }
  if (came.problem) return { ...now, moreProblem: came.problem }
  return {
    ...now,
    chunks: addExperts(now.chunks, came.page.experts),
    next: came.page.next,
    moreProblem: null,
  }
}

function addSaved(now: Shown, { chunks, next }: Results): Shown {
  return { ...now, chunks: addExperts(now.chunks, chunks.flat()), next }
}
