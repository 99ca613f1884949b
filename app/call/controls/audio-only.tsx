import { AudioLines, Video } from 'lucide-react'
import type { Control } from '#app/call/controls/control.ts'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { wasConnected, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import { Button } from '#app/ui/button.tsx'

const turnOnLabel = 'Turn video back on'

/** Null when there is no video to turn off. Only the side that turned video off can turn it back on. */
export function audioOnlyControl(call: Call, view: CallView): Control | null {
  if (view.session?.callType !== 'video' || !wasConnected(chooseCallScreen(view))) return null
  if (view.audioOnly)
    return { label: turnOnLabel, icon: <Video />, isOn: true, onSelect: () => call.setAudioOnly(false) }
  if (view.other?.audioOnly) return null
  return { label: 'Continue with audio only', icon: <AudioLines />, onSelect: () => call.setAudioOnly(true) }
}

type Props = { call: Call; view: CallView }

/** Tells both sides why there is no video: one side has turned it off, or the line is too weak. */
export function NoPictureNotice({ call, view }: Props) {
  const { session, side, audioOnly, other } = view
  if (session?.callType !== 'video' || chooseCallScreen(view) !== 'connected') return null
  const otherName = side === 'student' ? session.expertName : session.studentName
  if (audioOnly) {
    return (
      <CallNotice
        action={
          <Button size="small" variant="outline" onClick={() => call.setAudioOnly(false)}>
            {turnOnLabel}
          </Button>
        }
      >
        Video is off for both of you.
      </CallNotice>
    )
  }
  if (other?.audioOnly) return <CallNotice>{otherName} turned video off for both of you.</CallNotice>
  return <PausedNotice call={call} view={view} otherName={otherName} />
}

function PausedNotice({ call, view, otherName }: Props & { otherName: string }) {
  const text = pausedText(view, otherName)
  if (!text) return null
  const isTrying = view.picture === 'trying' || view.other?.picture === 'trying'
  return (
    <CallNotice
      action={
        <Button size="small" variant="outline" disabled={isTrying} onClick={call.tryPictureAgain}>
          {isTrying ? 'Trying again' : 'Try again'}
        </Button>
      }
    >
      {text} Your voices come first. The picture returns when the connection is better.
    </CallNotice>
  )
}

/** Names the side whose picture is too large for the line; null when nothing is paused. */
function pausedText({ picture, other }: Pick<CallView, 'picture' | 'other'>, otherName: string): string | null {
  const isOwnPaused = picture !== 'sent'
  const isOtherPaused = (other?.picture ?? 'sent') !== 'sent'
  if (isOwnPaused && isOtherPaused) return 'Both pictures are paused because the connection is weak.'
  if (isOwnPaused) return `Your picture is paused because the connection from you to ${otherName} is weak.`
  if (isOtherPaused) return `The picture of ${otherName} is paused because the connection from them to you is weak.`
  return null
}
