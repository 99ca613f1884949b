import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingAddress, readListingQuery, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/** What a change is part of: typing and sliding go on, and all of it is one step back in the history. */
type Gesture = 'search' | 'rating' | null
type PendingChange = { query: ListingQuery; gesture: Gesture; forMs: number }

/**
 * What the controls show, and the way from there into the address. The controls follow the hand at once, the address a moment
 * later; an address that comes from elsewhere, as with the back button, decides what the controls show.
 */
export function useFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const addressQuery = readListingQuery(new URLSearchParams(search))
  const here = listingAddress(addressQuery)
  const [chosen, setChosen] = useState(addressQuery)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const sent = useRef({ address: here, gesture: null as Gesture })
  /** The entry of the history that the stroke under way has made. */
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

  // Whoever chooses a link, as 'Clear all', wants nothing any more of what was still waiting.
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
    /** What the address asks for. */
    addressQuery,
    /** What the controls show. */
    chosen,
    /** Shows it at once and asks for it when the hand rests. */
    choose(query: ListingQuery, gesture: Gesture = null) {
      setChosen(query)
      setPending({ query, gesture, forMs: searchDebounceMs })
    },
    /** Asks at once. */
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
