import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingUrl, readListingQuery, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/** A continuous gesture, such as typing or sliding, makes only one history entry. */
type Gesture = 'search' | 'rating' | null
type PendingChange = { query: ListingQuery; gesture: Gesture; delayMs: number }

/**
 * Syncs the filter controls with the URL. Controls update immediately, the URL after a debounce. When the URL changes
 * from elsewhere, such as the back button, the controls follow it.
 */
export function useFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const urlQuery = readListingQuery(new URLSearchParams(search))
  const currentUrl = listingUrl(urlQuery)
  const [chosen, setChosen] = useState(urlQuery)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const lastSent = useRef({ url: currentUrl, gesture: null as Gesture })
  /** The key of the history entry that the current gesture created. */
  const gestureKey = useRef<string>(undefined)

  const syncWithUrl = useEffectEvent(() => {
    const isOwn = lastSent.current.url === currentUrl
    gestureKey.current = isOwn && lastSent.current.gesture ? key : undefined
    if (isOwn) return
    lastSent.current = { url: currentUrl, gesture: null }
    setPending(null)
    setChosen(urlQuery)
  })
  useEffect(() => syncWithUrl(), [key, currentUrl])

  // Following a link, such as 'Clear all', cancels the pending change.
  useEffect(() => {
    const cancelPending = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) setPending(null)
    }
    document.addEventListener('click', cancelPending, true)
    return () => document.removeEventListener('click', cancelPending, true)
  }, [])

  const navigateTo = useEffectEvent((query: ListingQuery, gesture: Gesture) => {
    setPending(null)
    const url = listingUrl({ ...query, search: normalizeSearch(query.search) })
    if (url === lastSent.current.url) return
    const isContinued = gesture !== null && gesture === lastSent.current.gesture && gestureKey.current === key
    lastSent.current = { url, gesture }
    void navigate(url, { preventScrollReset: true, replace: isContinued || url === currentUrl })
  })
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => navigateTo(pending.query, pending.gesture), pending.delayMs)
    return () => clearTimeout(timer)
  }, [pending])

  return {
    /** The query in the URL. */
    urlQuery,
    /** The query shown by the controls. */
    chosen,
    /** Updates the controls immediately and the URL after the debounce. */
    choose(query: ListingQuery, gesture: Gesture = null) {
      setChosen(query)
      setPending({ query, gesture, delayMs: searchDebounceMs })
    },
    /** Updates the controls and the URL immediately. */
    apply(query: ListingQuery) {
      setChosen(query)
      setPending({ query, gesture: null, delayMs: 0 })
    },
    endGesture() {
      gestureKey.current = undefined
    },
  }
}

export type Filters = ReturnType<typeof useFilters>
