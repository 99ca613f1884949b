import { Maximize, Mic, MicOff, Minimize, PhoneOff, Video, VideoOff } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { Call, CallView } from '#app/features/call/call.ts'
import { audioOnlyControl } from '#app/features/call/audio-only.tsx'
import type { CallControl } from '#app/features/call/call-control.ts'
import { useDeviceControl } from '#app/features/call/device-choice.tsx'
import { isWithoutPictures } from '#app/features/call/own-media.ts'
import { shareControl } from '#app/features/call/share-screen.tsx'
import type { Stage } from '#app/features/call/stage.ts'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { toast } from '#app/ui/toast.tsx'

type Props = {
  call: Call
  view: CallView
  stage: Stage
  /** Hung up although the server cannot be reached. */
  onGaveUp(): void
}

/** Large, at the bottom, under the thumb. */
export function CallControls({ call, view, stage, onGaveUp }: Props) {
  const { muted, cameraOff, local } = view
  const hasMicrophone = (local?.getAudioTracks().length ?? 0) > 0
  const hasCamera = (local?.getVideoTracks().length ?? 0) > 0
  const isDark = cameraOff || isWithoutPictures(view)
  const hangUp = useHangUp(call, view, onGaveUp)
  const devices = useDeviceControl({ call, view })
  const comforts = [shareControl(call, view), audioOnlyControl(call, view), devices].filter(
    (control): control is CallControl => control !== null,
  )
  return (
    <div
      role="group"
      aria-label="Call controls"
      className="flex flex-wrap items-center justify-center gap-4 border-t border-line bg-raised px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] [@media(max-height:30rem)]:pt-2 [@media(max-height:30rem)]:pb-2"
    >
      <Control
        label={muted ? 'Turn microphone on' : 'Mute'}
        icon={muted || !hasMicrophone ? <MicOff /> : <Mic />}
        isOff={muted}
        disabled={!hasMicrophone}
        onClick={() => call.mute(!muted)}
      />
      {view.session?.callType === 'video' && (
        <Control
          label={isDark ? 'Turn camera on' : 'Turn camera off'}
          icon={isDark || !hasCamera ? <VideoOff /> : <Video />}
          isOff={isDark}
          disabled={!hasCamera || isWithoutPictures(view)}
          onClick={() => call.hideCamera(!cameraOff)}
        />
      )}
      {comforts.map(({ label, icon, isOn, onSelect }) => (
        <Control key={label} label={label} icon={icon} isOff={isOn} onClick={onSelect} />
      ))}
      {devices.panel}
      <Fullscreen />
      <IconButton
        label={stage === 'ringing' ? 'Cancel the call' : 'Hang up'}
        icon={<PhoneOff className="size-6" aria-hidden="true" />}
        className="h-14 w-20 rounded-full bg-bad-deep text-text! hover:bg-bad-deep! hover:brightness-110"
        // Who presses Accept or Start twice meets this button with the second press.
        onClick={({ detail }) => detail < 2 && hangUp()}
      />
    </div>
  )
}

type ControlProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'icon' | 'onClick' | 'disabled'>

function Control({ isOff, icon, ...rest }: ControlProps & { isOff?: boolean }) {
  return (
    <IconButton
      {...rest}
      icon={
        <span aria-hidden="true" className="[&>svg]:size-6">
          {icon}
        </span>
      }
      className={cx(
        'size-14 rounded-full border border-line',
        isOff ? 'bg-text text-ink! hover:bg-soft!' : 'bg-float text-text!',
      )}
    />
  )
}

function Fullscreen() {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const look = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => {
      document.removeEventListener('fullscreenchange', look)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  // Telephones that cannot do it show the call on the whole screen anyway.
  if (!document.fullscreenEnabled) return null
  // The whole page, because dialogs and toasts of the call stand outside of its surface.
  const toggle = () =>
    (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
  return (
    <Control
      label={isFull ? 'Leave full screen' : 'Full screen'}
      icon={isFull ? <Minimize /> : <Maximize />}
      onClick={() => void toggle()}
    />
  )
}

/** By the socket, which is quickest; without one by a request; and without the server the call ends here all the same. */
function useHangUp(call: Call, { sessionId }: CallView, onGaveUp: () => void): () => void {
  return () => {
    if (call.hangUp()) return
    const body = new URLSearchParams({ act: 'hang_up' })
    fetch(`/sessions/${sessionId}/step`, { method: 'POST', body, keepalive: true }).catch(() => {
      toast({
        kind: 'info',
        text: 'You have left the call',
        description: 'There is no connection to us. Time without you is not charged.',
      })
      onGaveUp()
    })
  }
}
