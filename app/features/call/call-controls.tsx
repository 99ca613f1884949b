import { Maximize, Mic, MicOff, Minimize, PhoneOff, Video, VideoOff } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { Call, CallView } from '#app/features/call/call.ts'
import type { Stage } from '#app/features/call/stage.ts'
import type { ChatControl } from '#app/features/chat/use-chat-control.tsx'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { toast } from '#app/ui/toast.tsx'

type Props = {
  call: Call
  view: CallView
  stage: Stage
  chat: ChatControl
  /** Hung up although the server cannot be reached. */
  onGaveUp(): void
}

/** Large, at the bottom, under the thumb. */
export function CallControls({ call, view, stage, chat, onGaveUp }: Props) {
  const { muted, cameraOff, local } = view
  const hasMicrophone = (local?.getAudioTracks().length ?? 0) > 0
  const hasCamera = (local?.getVideoTracks().length ?? 0) > 0
  const hangUp = useHangUp(call, view, onGaveUp)
  return (
    <div
      role="group"
      aria-label="Call controls"
      className="flex items-center justify-center gap-2 border-t sm:gap-4 border-line bg-raised px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] [@media(max-height:30rem)]:pt-2 [@media(max-height:30rem)]:pb-2"
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
          label={cameraOff ? 'Turn camera on' : 'Turn camera off'}
          icon={cameraOff || !hasCamera ? <VideoOff /> : <Video />}
          isOff={cameraOff}
          disabled={!hasCamera}
          onClick={() => call.hideCamera(!cameraOff)}
        />
      )}
      <Control
        label={chat.label}
        icon={chat.icon}
        badge={chat.badge}
        aria-expanded={chat.isOn}
        onClick={chat.onSelect}
      />
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

type ControlProps = Pick<
  ComponentProps<typeof IconButton>,
  'label' | 'icon' | 'onClick' | 'disabled' | 'aria-expanded'
> & { isOff?: boolean; badge?: number }

function Control({ isOff, icon, badge = 0, ...rest }: ControlProps) {
  return (
    <IconButton
      {...rest}
      icon={
        <span aria-hidden="true" className="relative [&>svg]:size-6">
          {icon}
          {badge > 0 && (
            <span className="figures absolute -top-3 left-3 min-w-5.5 rounded-full bg-accent px-1.5 text-small font-semibold text-on-accent">
              {badge}
            </span>
          )}
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
