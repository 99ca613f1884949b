import { useState } from 'react'
import { useLocation } from 'react-router'

export type Size = ReturnType<typeof useSize>

/** A call is large on the page where the user opened it, and small after navigation to another page. */
export function useSize() {
  const { pathname, search } = useLocation()
  const currentPage = pathname + search
  const [largeAt, setLargeAt] = useState<string | null>(currentPage)
  const isSmall = largeAt !== currentPage
  // Navigating back does not make the call large again.
  if (isSmall && largeAt !== null) setLargeAt(null)
  return {
    isSmall,
    makeSmall: () => setLargeAt(null),
    makeLarge: () => setLargeAt(currentPage),
  }
}
