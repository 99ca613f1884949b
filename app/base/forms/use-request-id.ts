import { useState } from 'react'

/**
 * Idempotency key of a form. It comes with the page and stays the same across retries and network failures, so that
 * the action runs once. After success `usedId` is that id, and a new one is generated.
 */
export function useRequestId(initialId: string, usedId: string | undefined): string {
  const [id, setId] = useState(initialId)
  if (usedId === id) setId(crypto.randomUUID())
  return id
}
