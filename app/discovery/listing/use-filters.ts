import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { listingAddress, readListingQuery, tidySearch } from '#domain/discovery/rules.ts'
import { searchDebounceMs } from '#kernel/limits.ts'

/** What a change is part of: typing and sliding go on, and all of it is one step back in the history. */
type Stroke = 'search' | 'rating' | null
type Waiting = { query: ListingQuery; stroke: Stroke; forMs: number }

/**
 * What the controls show, and the way from there into the address. The controls follow the hand at once, the address a moment
 * later; an address that comes from elsewhere, as with the back button, decides what the controls show.
 */
export function useFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const asked = readListingQuery(new URLSearchParams(search))
  const here = listingAddress(asked)
  const [chosen, setChosen] = useState(asked)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const sent = useRef({ address: here, stroke: null as Stroke })
  /** The entry of the history that the stroke under way has made. */
  const strokeKey = useRef<string>(undefined)

  const follow = useEffectEvent(() => {
    const isOwn = sent.current.address === here
    strokeKey.current = isOwn && sent.current.stroke ? key : undefined
    if (isOwn) return
    sent.current = { address: here, stroke: null }
    setWaiting(null)
    setChosen(asked)
  })
  useEffect(() => follow(), [key, here])

  // Whoever chooses a link, as 'Clear all', wants nothing any more of what was still waiting.
  useEffect(() => {
    const giveWay = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) setWaiting(null)
    }
    document.addEventListener('click', giveWay, true)
    return () => document.removeEventListener('click', giveWay, true)
  }, [])

  const go = useEffectEvent((query: ListingQuery, stroke: Stroke) => {
    setWaiting(null)
    const address = listingAddress({ ...query, search: tidySearch(query.search) })
    if (address === sent.current.address) return
    const goesOn = stroke !== null && stroke === sent.current.stroke && strokeKey.current === key
    sent.current = { address, stroke }
    void navigate(address, { preventScrollReset: true, replace: goesOn || address === here })
  })
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => go(waiting.query, waiting.stroke), waiting.forMs)
    return () => clearTimeout(timer)
  }, [waiting])

  return {
    /** What the address asks for. */
    asked,
    /** What the controls show. */
    chosen,
    /** Shows it at once and asks for it when the hand rests. */
    choose(query: ListingQuery, stroke: Stroke = null) {
      setChosen(query)
      setWaiting({ query, stroke, forMs: searchDebounceMs })
    },
    /** Asks at once. */
    apply(query: ListingQuery) {
      setChosen(query)
      setWaiting({ query, stroke: null, forMs: 0 })
    },
    endStroke() {
      strokeKey.current = undefined
    },
  }
}

export type Filters = ReturnType<typeof useFilters>
