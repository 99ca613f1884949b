import { useState } from 'react'

/**
 * Idempotency key of a form. It comes with the page and stays the same across retries and network failures, so that
 * the action runs once. After success (`usedUp`) a new id is generated.
 */
export function useRequestId(first: string, usedUp: string | undefined): string {
  const [id, setId] = useState(first)
  if (usedUp === id) setId(crypto.randomUUID())
  return id
}
