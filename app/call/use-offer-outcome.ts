import { useEffect, useRef } from 'react'
import type { AccountActivity } from '#app/call/calls-provider.tsx'
import { toast } from '#app/ui/toast.ts'

/** Tells an expert why an offer stopped ringing, unless this page accepted it. */
export function useOfferOutcome(activity: AccountActivity | null, isAnswering: (sessionId: string) => boolean): void {
  const rungId = useRef<string | null>(null)
  const ring = activity?.ring
  const ended = activity?.endedOffer
  useEffect(() => {
    if (ring?.asked != null) rungId.current = ring.sessionId
    else if (ended && ended.sessionId === rungId.current) {
      rungId.current = null
      const text = isAnswering(ended.sessionId) ? null : outcomeText(ended)
      if (text) toast({ kind: 'info', text, id: 'offer' })
    }
  }, [ring, ended, isAnswering])
}

function outcomeText({ state, studentName }: NonNullable<AccountActivity['endedOffer']>): string | null {
  if (state === 'taken') return `Another expert accepted the question of ${studentName}.`
  return state === 'stopped' ? `${studentName} is no longer looking for an expert.` : null
}
