import { type ReactNode, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import { wasConnected, sharedMs, type CallScreen } from '#app/call/engine/call-screen.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { billedMinutes } from '#domain/sessions/rules.ts'
import { formatRupees } from '#kernel/money.ts'

type LeaveConfirmation = {
  /** Leaves immediately, or asks first if leaving costs more than the time used. */
  confirm(leave: () => void): void
  dialog: ReactNode
}

/** A student who leaves a booked session early pays at least a quarter of its price, so they must confirm first. */
export function useLeaveConfirmation(view: CallView, callScreen: CallScreen): LeaveConfirmation {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const { session, meter, side } = view
  const costsExtra = () => {
    if (!session || side !== 'student' || !wasConnected(callScreen)) return false
    const minutes = billedMinutes(sharedMs(meter, performance.now()), session.minuteMs)
    return minutes * session.ratePaisePerMinute < session.leastPaise
  }
  const stay = () => setLeave(null)
  return {
    confirm: (act) => (costsExtra() ? setLeave(() => act) : act()),
    dialog: session && (
      <Dialog
        open={leave !== null}
        onOpenChange={(isOpen) => !isOpen && stay()}
        title="Leave the session early?"
        description={`It then costs ${formatRupees(session.leastPaise)}, a quarter of the price, because you leave a booked session${callScreen === 'reconnecting' ? ', unless the expert has lost the connection' : ''}.`}
        footer={
          <>
            <Button
              variant="danger"
              onClick={() => {
                stay()
                leave?.()
              }}
            >
              Leave for {formatRupees(session.leastPaise)}
            </Button>
            <Button onClick={stay}>Stay in the call</Button>
          </>
        }
      />
    ),
  }
}
