import type { DeskState } from '#app/call/calls.tsx'
import { CallStage } from '#app/call/stage/call-stage.tsx'
import { InCallBar } from '#app/call/stage/in-call-bar.tsx'
import { RingDialog } from '#app/call/stage/ring-dialog.tsx'

/** What this tab shows of calls: it is in one, it rings, or it says that another tab is in one. */
export default function Desk({ here, rings, enter, leave }: DeskState) {
  const open = rings?.open ?? null
  const ring = rings?.ring ?? null
  const comeIn = () => {
    if (!open) return
    const { sessionId, side, callType, otherName } = open
    enter({ sessionId, side, callType }, otherName)
  }
  if (here) {
    const { call, otherName, asked } = here
    return (
      <CallStage
        key={call.view().sessionId}
        call={call}
        otherName={otherName}
        asked={asked}
        onComeBack={comeIn}
        onLeave={leave}
      />
    )
  }
  if (ring) {
    const { sessionId, callType, studentName } = ring
    const accept = () => enter({ sessionId, side: 'expert', callType, accepts: true }, studentName)
    return <RingDialog key={sessionId} ring={ring} onAccept={accept} />
  }
  return open && open.state !== 'ended' ? <InCallBar open={open} onComeIn={comeIn} /> : null
}
