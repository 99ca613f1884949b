import { useState } from 'react'

/**
 * Idempotency key of a form. It comes with the page and stays the same across retries and network failures, so that
 * the action runs once. After success, `usedId` equals the current id, and a new id is generated.
 */
export function useRequestId(initialId: string, usedId: string | undefined): string {
  const [id, setId] = useState(initialId)
  if (usedId === id) setId(crypto.randomUUID())
  return id
}
