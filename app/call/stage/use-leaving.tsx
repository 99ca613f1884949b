import { type ReactNode, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import { isLive, sharedMs, type Stage } from '#app/call/engine/stage.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { billedMinutes } from '#domain/sessions/rules.ts'
import { formatRupees } from '#kernel/money.ts'

type Leaving = {
  /** Leaves at once, unless that costs more than the time that was used. */
  ask(leave: () => void): void
  dialog: ReactNode
}

/** A student who leaves a booked session early pays a quarter of its price at least, and is told so before. */
export function useLeaving(view: CallView, stage: Stage): Leaving {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const { session, meter, side } = view
  const isDearer = () => {
    if (!session || side !== 'student' || !isLive(stage)) return false
    const minutes = billedMinutes(sharedMs(meter, performance.now()), session.minuteMs)
    return minutes * session.ratePaisePerMinute < session.leastPaise
  }
  const stay = () => setLeave(null)
  return {
    ask: (act) => (isDearer() ? setLeave(() => act) : act()),
    dialog: session && (
      <Dialog
        open={leave !== null}
        onOpenChange={(isOpen) => !isOpen && stay()}
        title="Leave the session early?"
        description={`It then costs ${formatRupees(session.leastPaise)}, a quarter of the price, because you leave a booked session${stage === 'reconnecting' ? ', unless it is the expert who has lost the connection' : ''}.`}
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
