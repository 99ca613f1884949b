import type { CallOverlayState } from '#app/call/calls-provider.tsx'
import { CallWindow } from '#app/call/stage/call-window.tsx'
import { InCallBar } from '#app/call/stage/in-call-bar.tsx'
import { RingDialog } from '#app/call/stage/ring-dialog.tsx'

/** Shows the call of this tab, an incoming call, or a bar for a call in another tab. */
export default function CallOverlay({ activeCall, activity, joinCall, leaveCall }: CallOverlayState) {
  const open = activity?.open ?? null
  const ring = activity?.ring ?? null
  const joinHere = () => {
    if (!open) return
    const { sessionId, side, callType, otherName } = open
    joinCall({ sessionId, side, callType }, otherName)
  }
  if (activeCall) {
    const { call, otherName, question } = activeCall
    return (
      <CallWindow
        key={call.view().sessionId}
        call={call}
        otherName={otherName}
        question={question}
        onRejoin={joinHere}
        onLeave={leaveCall}
      />
    )
  }
  if (ring) {
    const { sessionId, callType, studentName } = ring
    const accept = () => joinCall({ sessionId, side: 'expert', callType, isAccepting: true }, studentName)
    return <RingDialog key={sessionId} ring={ring} onAccept={accept} />
  }
  return open && open.state !== 'ended' ? <InCallBar open={open} onJoin={joinHere} /> : null
}
