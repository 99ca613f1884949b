import type { Call } from '#app/call/engine/call.ts'
import { toast } from '#app/ui/toast.ts'

const confirmTimeoutMs = 5_000

/**
 * Ends the call over the socket, which is fastest, or with a request when there is no socket. If the server does not
 * confirm, the call is closed in this page only: without heartbeats the server charges nothing more.
 */
export function hangUp(call: Pick<Call, 'hangUp' | 'isClosed' | 'view'>, onGaveUp: () => void): void {
  const giveUp = () => {
    if (call.isClosed()) return
    toast({
      kind: 'info',
      text: 'You have left the call',
      description: 'You are not connected to our servers. Time without you is not charged.',
    })
    onGaveUp()
  }
  setTimeout(giveUp, confirmTimeoutMs)
  if (call.hangUp()) return
  const body = new URLSearchParams({ act: 'hang_up' })
  fetch(`/sessions/${call.view().sessionId}/step`, { method: 'POST', body, keepalive: true }).then(
    // A refusal below 500 means that the call is over already.
    ({ status }) => status < 500 || giveUp(),
    giveUp,
  )
}
