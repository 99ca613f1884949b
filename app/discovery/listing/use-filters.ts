import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingAddress, readListingQuery, normalizeSearch } from '#domain/discovery/rules.ts'
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
  const addressQuery = readListingQuery(new URLSearchParams(search))
  const currentAddress = listingAddress(addressQuery)
  const [chosen, setChosen] = useState(addressQuery)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const lastSent = useRef({ address: currentAddress, gesture: null as Gesture })
  /** The key of the history entry that the current gesture created. */
  const gestureKey = useRef<string>(undefined)

  const syncWithAddress = useEffectEvent(() => {
    const isOwn = lastSent.current.address === currentAddress
    gestureKey.current = isOwn && lastSent.current.gesture ? key : undefined
    if (isOwn) return
    lastSent.current = { address: currentAddress, gesture: null }
    setPending(null)
    setChosen(addressQuery)
  })
  useEffect(() => syncWithAddress(), [key, currentAddress])

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
    const address = listingAddress({ ...query, search: normalizeSearch(query.search) })
    if (address === lastSent.current.address) return
    const isContinued = gesture !== null && gesture === lastSent.current.gesture && gestureKey.current === key
    lastSent.current = { address, gesture }
    void navigate(address, { preventScrollReset: true, replace: isContinued || address === currentAddress })
  })
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => navigateTo(pending.query, pending.gesture), pending.delayMs)
    return () => clearTimeout(timer)
  }, [pending])

  return {
    /** The query in the URL. */
    addressQuery,
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
