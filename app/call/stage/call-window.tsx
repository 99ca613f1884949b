import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { clockTime } from '#app/base/time-text.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { CallElsewhere, CallEnded, CallRefused, CallUnanswered } from '#app/call/stage/call-endings.tsx'
import { OngoingCall } from '#app/call/stage/ongoing-call.tsx'
import { playHangUp, playJoined, playLost, startWaitingTone } from '#app/call/devices/sounds.ts'
import { isOngoing, chooseSound, type CallScreen, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import { StateCaption } from '#app/call/stage/state-caption.tsx'
import { Surface } from '#app/call/stage/call-surface.tsx'
import { chooseLimit } from '#app/call/stage/time-left.ts'
import { useCallView, useMinutesLeft } from '#app/call/engine/use-call.ts'
import { useCorner } from '#app/call/stage/use-corner.ts'
import { useSize } from '#app/call/stage/use-size.ts'
import { useZone } from '#app/base/zone.tsx'
import { toast } from '#app/ui/toast.ts'
import { otherSide } from '#domain/sessions/states.ts'

/** The last screen stays this long before a student is redirected to the session page. */
const closeAfterMs = 1_000

type Props = {
  call: Call
  otherName: string
  question: RequestedCall['question'] | null
  /** Takes the call back from another tab. */
  onRejoin(): void
  onLeave(): void
}

/** The call window: full screen, or small in a corner of the page. An ended call is never small. */
export function CallWindow({ call, otherName, question, onRejoin, onLeave }: Props) {
  const view = useCallView(call)
  const minutesLeft = useMinutesLeft(view)
  const callScreen = chooseCallScreen(view)
  const size = useSize()
  const isSmall = size.isSmall && isOngoing(callScreen)
  const surface = useRef<HTMLDivElement>(null)
  const placement = useCorner(surface, size.makeLarge)
  useSounds(callScreen)
  useJoinedToast(callScreen, view, otherName)
  useEndOfCall({ callScreen, view, onLeave })
  const isVideo = view.session?.callType === 'video'
  const zone = useZone()
  return (
    <Surface ref={surface} name={`Call with ${otherName}`} isSmall={isSmall} placement={placement}>
      <StateCaption facts={{ ...readScreenFacts(view, zone), minutesLeft, callScreen, isSmall, isVideo, otherName }} />
      {isOngoing(callScreen) ? (
        <OngoingCall
          call={call}
          view={view}
          callScreen={callScreen}
          minutesLeft={minutesLeft}
          otherName={otherName}
          surface={surface}
          size={size}
          onMove={placement.moveToNextCorner}
          onLeave={onLeave}
        />
      ) : (
        <EndScreen>
          {callScreen === 'elsewhere' && <CallElsewhere onRejoin={onRejoin} onLeave={onLeave} />}
          {callScreen === 'refused' && <CallRefused refusal={view.refusal} onLeave={onLeave} />}
          {callScreen === 'ended' && <CallEnded view={view} otherName={otherName} onLeave={onLeave} />}
          {callScreen === 'unanswered' && <CallUnanswered view={view} question={question} onLeave={onLeave} />}
        </EndScreen>
      )}
    </Surface>
  )
}

function readScreenFacts(view: CallView, zone: string) {
  const { side, muted, cameraOff, audioOnly, screen, picture, warning, other, session } = view
  return {
    side,
    muted,
    cameraOff,
    audioOnly,
    picture,
    warning,
    other,
    isSharing: screen !== null,
    limit: chooseLimit(view),
    until: session?.endsAt ? clockTime(new Date(session.endsAt), zone) : null,
    otherWantsToContinue: session?.booked?.[otherSide(side)] ?? false,
  }
}

function EndScreen({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col overflow-y-auto p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
      <div className="m-auto w-full max-w-form text-center">{children}</div>
    </div>
  )
}

function useSounds(callScreen: CallScreen): void {
  useEffect(() => (callScreen === 'ringing' ? startWaitingTone() : undefined), [callScreen])
  const before = useRef(callScreen)
  useEffect(() => {
    const sound = chooseSound(before.current, callScreen)
    before.current = callScreen
    if (sound) sounds[sound]()
  }, [callScreen])
}

const sounds = { joined: playJoined, lost: playLost, over: playHangUp }

function useJoinedToast(callScreen: CallScreen, { side }: CallView, otherName: string): void {
  const wasShown = useRef(false)
  useEffect(() => {
    if (callScreen !== 'connected' || side !== 'student' || wasShown.current) return
    wasShown.current = true
    toast({ kind: 'success', text: `${otherName} joined the call`, id: 'call-joined' })
  }, [callScreen, side, otherName])
}

type EndOptions = { callScreen: CallScreen; view: CallView; onLeave(): void }

/** Redirects a student to the session page with the receipt. An expert stays on the screen with the earnings. */
function useEndOfCall({ callScreen, view, onLeave }: EndOptions): void {
  const navigate = useNavigate()
  const { side, sessionId } = view
  const latestOnLeave = useRef(onLeave)
  useEffect(() => {
    latestOnLeave.current = onLeave
  })
  const isOver = callScreen === 'ended' && side === 'student'
  useEffect(() => {
    if (!isOver) return
    toast({ kind: 'info', text: 'Call ended', id: 'call-ended' })
    const timer = setTimeout(() => {
      latestOnLeave.current()
      void navigate(`/user/sessions/${sessionId}`)
    }, closeAfterMs)
    return () => clearTimeout(timer)
  }, [isOver, navigate, sessionId])
}
