import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingAddress, readListingQuery, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/** A continuous gesture, such as typing or sliding, makes only one history entry. */
type Gesture = 'search' | 'rating' | null
type PendingChange = { query: ListingQuery; gesture: Gesture; forMs: number }

/**
 * Syncs the filter controls with the URL. Controls update at once, the URL after a debounce. When the URL changes from
 * elsewhere, such as the back button, the controls follow it.
 */
export function useFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const addressQuery = readListingQuery(new URLSearchParams(search))
  const here = listingAddress(addressQuery)
  const [chosen, setChosen] = useState(addressQuery)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const sent = useRef({ address: here, gesture: null as Gesture })
  /** The key of the history entry that the current gesture created. */
  const gestureKey = useRef<string>(undefined)

  const syncWithAddress = useEffectEvent(() => {
    const isOwn = sent.current.address === here
    gestureKey.current = isOwn && sent.current.gesture ? key : undefined
    if (isOwn) return
    sent.current = { address: here, gesture: null }
    setPending(null)
    setChosen(addressQuery)
  })
  useEffect(() => syncWithAddress(), [key, here])

  // Following a link, such as 'Clear all', cancels the pending change.
  useEffect(() => {
    const cancelPending = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) setPending(null)
    }
    document.addEventListener('click', cancelPending, true)
    return () => document.removeEventListener('click', cancelPending, true)
  }, [])

  const go = useEffectEvent((query: ListingQuery, gesture: Gesture) => {
    setPending(null)
    const address = listingAddress({ ...query, search: normalizeSearch(query.search) })
    if (address === sent.current.address) return
    const continues = gesture !== null && gesture === sent.current.gesture && gestureKey.current === key
    sent.current = { address, gesture }
    void navigate(address, { preventScrollReset: true, replace: continues || address === here })
  })
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => go(pending.query, pending.gesture), pending.forMs)
    return () => clearTimeout(timer)
  }, [pending])

  return {
    /** The query in the URL. */
    addressQuery,
    /** The query shown by the controls. */
    chosen,
    /** Updates the controls at once and the URL after the debounce. */
    choose(query: ListingQuery, gesture: Gesture = null) {
      setChosen(query)
      setPending({ query, gesture, forMs: searchDebounceMs })
    },
    /** Updates controls and URL at once. */
    apply(query: ListingQuery) {
      setChosen(query)
      setPending({ query, gesture: null, forMs: 0 })
    },
    endGesture() {
      gestureKey.current = undefined
    },
  }
}

export type Filters = ReturnType<typeof useFilters>
