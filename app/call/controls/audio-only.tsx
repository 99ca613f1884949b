import { AudioLines, Video } from 'lucide-react'
import type { Control } from '#app/call/controls/control.ts'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { wasConnected, callScreenOf } from '#app/call/engine/call-screen.ts'
import { Button } from '#app/ui/button.tsx'

const [off, on] = ['Continue with audio only', 'Turn video back on']

/** Null when there is no video to turn off. Only the side that turned video off can turn it back on. */
export function audioOnlyControl(call: Call, view: CallView): Control | null {
  if (view.session?.callType !== 'video' || !wasConnected(callScreenOf(view))) return null
  if (view.audioOnly) return { label: on, icon: <Video />, isOn: true, onSelect: () => call.setAudioOnly(false) }
  if (view.other?.audioOnly) return null
  return { label: off, icon: <AudioLines />, onSelect: () => call.setAudioOnly(true) }
}

/** Offers to turn video off on a weak connection, and tells both sides why there is no video. */
export function AudioOnlyNotice({ call, view }: { call: Call; view: CallView }) {
  const { session, side, audioOnly, other, isWeak } = view
  if (session?.callType !== 'video' || callScreenOf(view) !== 'connected') return null
  if (audioOnly) {
    return (
      <CallNotice
        action={
          <Button size="small" variant="outline" onClick={() => call.setAudioOnly(false)}>
            {on}
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
          {off}
        </Button>
      }
    >
      The connection is weak. Without video your voices come through better.
    </CallNotice>
  )
}
