import { useState } from 'react'

/**
 * The id under which a form asks. It came with the page and stays the same for every try, also after a cut of the network, so
 * that however often somebody asks, it happens once. What has been done with it begins another.
 */
export function useRequestId(first: string, usedUp: string | undefined): string {
  const [id, setId] = useState(first)
  if (usedUp === id) setId(crypto.randomUUID())
  return id
}
