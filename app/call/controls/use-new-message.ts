import { useEffect, useState } from 'react'
import { toast } from '#app/ui/toast.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'

const shownForMs = 8_000

type Arrival = { message: SessionMessage; isSmall: boolean }

/**
 * Announces each message once: with a toast if it arrives while the call is small, otherwise by returning it for some
 * seconds. Changing the size announces nothing again.
 */
export function useNewMessage(
  newest: SessionMessage | null,
  { isSmall, otherName }: { isSmall: boolean; otherName: string },
): SessionMessage | null {
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const [isShown, setIsShown] = useState(false)
  if (newest && newest.id !== arrival?.message.id) {
    setArrival({ message: newest, isSmall })
    setIsShown(!isSmall)
  }
  useEffect(() => {
    if (!arrival) return undefined
    const { text } = arrival.message
    if (arrival.isSmall && text) toast({ kind: 'info', text: `${otherName} wrote`, description: text, id: 'chat' })
    const timer = setTimeout(() => setIsShown(false), shownForMs)
    return () => clearTimeout(timer)
  }, [arrival, otherName])
  return isShown ? newest : null
}
