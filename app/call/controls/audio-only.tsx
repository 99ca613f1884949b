import { AudioLines, Video } from 'lucide-react'
import type { Control } from '#app/call/controls/control.ts'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { wasConnected, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import { Button } from '#app/ui/button.tsx'

const turnOffLabel = 'Continue with audio only'
const turnOnLabel = 'Turn video back on'

/** Null when there is no video to turn off. Only the side that turned video off can turn it back on. */
export function audioOnlyControl(call: Call, view: CallView): Control | null {
  if (view.session?.callType !== 'video' || !wasConnected(chooseCallScreen(view))) return null
  if (view.audioOnly)
    return { label: turnOnLabel, icon: <Video />, isOn: true, onSelect: () => call.setAudioOnly(false) }
  if (view.other?.audioOnly) return null
  return { label: turnOffLabel, icon: <AudioLines />, onSelect: () => call.setAudioOnly(true) }
}

/** Offers to turn video off on a weak connection, and tells both sides why there is no video. */
export function AudioOnlyNotice({ call, view }: { call: Call; view: CallView }) {
  const { session, side, audioOnly, other, isWeak } = view
  if (session?.callType !== 'video' || chooseCallScreen(view) !== 'connected') return null
  if (audioOnly) {
    return (
      <CallNotice
        action={
          <Button size="small" variant="outline" onClick={() => call.setAudioOnly(false)}>
            {turnOnLabel}
          </Button>
        }
      >
        {isWeak ? 'Video is off for both of you, so that your voices come through.' : 'Video is off for both of you.'}
      </CallNotice>
    )
  }
  if (other?.audioOnly) {
    const otherName = side === 'student' ? session.expertName : session.studentName
    return <CallNotice>{otherName} turned video off for both of you.</CallNotice>
  }
  if (!isWeak) return null
  return (
    <CallNotice
      action={
        <Button size="small" onClick={() => call.setAudioOnly(true)}>
          {turnOffLabel}
        </Button>
      }
    >
      The connection is weak. Without video your voices come through better.
    </CallNotice>
  )
}
