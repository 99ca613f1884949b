import { MonitorUp, MonitorX } from 'lucide-react'
import type { Control } from '#app/call/controls/control.ts'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import { canShareScreen } from '#app/call/devices/open-screen.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { isVideoOff } from '#app/call/engine/choose-outgoing.ts'
import { wasConnected, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'

/** Null when sharing is not possible: on phones, before the call is connected, and while video is off. */
export function shareControl(call: Call, view: CallView): Control | null {
  if (!canShareScreen() || !wasConnected(chooseCallScreen(view)) || isVideoOff(view)) return null
  const shortcut = 's'
  if (view.screen) {
    const label = 'Stop sharing'
    return { label, word: 'Stop', icon: <MonitorX />, isOn: true, shortcut, onSelect: call.stopScreen }
  }
  return { label: 'Share screen', word: 'Share', icon: <MonitorUp />, shortcut, onSelect: () => void share(call) }
}

type NoticeProps = { call: Call; view: CallView; isSmall: boolean }

/** Reminds users that they are sharing their screen. */
export function ShareNotice({ call, view, isSmall }: NoticeProps) {
  if (!view.screen) return null
  return (
    <CallNotice
      action={
        <div className="flex gap-2">
          {!isSmall && (
            <Button size="small" variant="outline" onClick={() => void share(call)}>
              Share something else
            </Button>
          )}
          <Button size="small" onClick={call.stopScreen}>
            Stop
          </Button>
        </div>
      }
    >
      You are sharing your screen{view.session?.callType === 'video' && !isSmall && ' instead of your camera'}.
    </CallNotice>
  )
}

/** Tells the other side that a screen is shared. */
export function ScreenCaption({ view, otherName }: { view: CallView; otherName: string }) {
  if (!isScreenSeen(view)) return null
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-small text-soft">
      <MonitorUp className="size-4 shrink-0" aria-hidden="true" />
      {otherName} is sharing their screen
    </p>
  )
}

export function isScreenSeen({ other, remote }: CallView): boolean {
  return remote !== null && other?.screen === true && other.camera
}

async function share(call: Call): Promise<void> {
  if ((await call.shareScreen()) !== 'failed') return
  toast({
    kind: 'error',
    text: 'Your screen could not be shared',
    description: 'Check that your system lets this browser record the screen, and try again.',
    id: 'share-screen',
  })
}
