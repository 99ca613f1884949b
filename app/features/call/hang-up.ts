import type { Call } from '#app/features/call/call.ts'
import { toast } from '#app/ui/toast.tsx'

/** By the socket, which is quickest; without one by a request; and without the server the call ends here all the same. */
export function hangUp(call: Call, onGaveUp: () => void): void {
  if (call.hangUp()) return
  const body = new URLSearchParams({ act: 'hang_up' })
  fetch(`/sessions/${call.view().sessionId}/step`, { method: 'POST', body, keepalive: true }).catch(() => {
    toast({
      kind: 'info',
      text: 'You have left the call',
      description: 'There is no connection to us. Time without you is not charged.',
    })
    onGaveUp()
  })
}
