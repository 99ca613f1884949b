import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { clockTime } from '#app/base/time-text.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import type { BegunCall } from '#app/call/engine/calls-context.ts'
import { Elsewhere, Ended, NotIn, Unanswered } from '#app/call/stage/call-endings.tsx'
import { OngoingCall } from '#app/call/stage/ongoing-call.tsx'
import { playHangUp, playJoined, playLost, startWaitingTone } from '#app/call/devices/sounds.ts'
import { isOn, soundOf, type Stage, stageOf } from '#app/call/engine/stage.ts'
import { StateCaption } from '#app/call/stage/state-caption.tsx'
import { Surface } from '#app/call/stage/surface.tsx'
import { limitOf } from '#app/call/stage/time-left.ts'
import { useCallView } from '#app/call/engine/use-call.ts'
import { useCorner } from '#app/call/stage/use-corner.ts'
import { useSize } from '#app/call/stage/use-size.ts'
import { useZone } from '#app/base/zone.tsx'
import { toast } from '#app/ui/toast.ts'
import { otherSide } from '#domain/sessions/states.ts'

/** So long the last screen stays before a student is led to the session's page. */
const closeAfterMs = 1_000

type Props = {
  call: Call
  otherName: string
  asked: BegunCall['asked'] | null
  /** Takes the call back from another tab. */
  onComeBack(): void
  onLeave(): void
}

/** The call, over everything else, where the other person fills the stage; or small, in a corner of the page. What is over is never small. */
export function CallStage({ call, otherName, asked, onComeBack, onLeave }: Props) {
  const view = useCallView(call)
  const stage = stageOf(view)
  const size = useSize()
  const isSmall = size.isSmall && isOn(stage)
  const surface = useRef<HTMLDivElement>(null)
  const place = useCorner(surface, size.makeLarge)
  useSounds(stage)
  useJoinedToast(stage, view, otherName)
  useEnd({ stage, view, onLeave })
  const isVideo = view.session?.callType === 'video'
  const zone = useZone()
  return (
    <Surface ref={surface} name={`Call with ${otherName}`} isSmall={isSmall} place={place}>
      <StateCaption sight={{ ...pickSight(view, zone), stage, isSmall, isVideo, otherName }} />
      {isOn(stage) ? (
        <OngoingCall
          call={call}
          view={view}
          stage={stage}
          otherName={otherName}
          surface={surface}
          size={size}
          onMove={place.moveOn}
          onLeave={onLeave}
        />
      ) : (
        <Ending>
          {stage === 'elsewhere' && <Elsewhere onComeBack={onComeBack} onLeave={onLeave} />}
          {stage === 'refused' && <NotIn refusal={view.refusal} onLeave={onLeave} />}
          {stage === 'ended' && <Ended view={view} otherName={otherName} onLeave={onLeave} />}
          {stage === 'unanswered' && <Unanswered view={view} asked={asked} onLeave={onLeave} />}
        </Ending>
      )}
    </Surface>
  )
}

function pickSight(view: CallView, zone: string) {
  const { side, muted, cameraOff, audioOnly, screen, isWeak, warning, other, session } = view
  return {
    side,
    muted,
    cameraOff,
    audioOnly,
    isWeak,
    warning,
    other,
    isSharing: screen !== null,
    limit: limitOf(view),
    until: session?.endsAt ? clockTime(new Date(session.endsAt), zone) : null,
    otherGoesOn: session?.booked?.[otherSide(side)] ?? false,
  }
}

function Ending({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col overflow-y-auto p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
      <div className="m-auto w-full max-w-form text-center">{children}</div>
    </div>
  )
}

function useSounds(stage: Stage): void {
  useEffect(() => (stage === 'ringing' ? startWaitingTone() : undefined), [stage])
  const before = useRef(stage)
  useEffect(() => {
    const sound = soundOf(before.current, stage)
    before.current = stage
    if (sound) sounds[sound]()
  }, [stage])
}

const sounds = { joined: playJoined, lost: playLost, over: playHangUp }

function useJoinedToast(stage: Stage, { side }: CallView, otherName: string): void {
  const said = useRef(false)
  useEffect(() => {
    if (stage !== 'connected' || side !== 'student' || said.current) return
    said.current = true
    toast({ kind: 'success', text: `${otherName} joined the call`, id: 'call-joined' })
  }, [stage, side, otherName])
}

/** A student is led to the session's page, where the receipt is; an expert stays where the earnings are shown. */
function useEnd({ stage, view, onLeave }: { stage: Stage; view: CallView; onLeave(): void }): void {
  const navigate = useNavigate()
  const { side, sessionId } = view
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const isOver = stage === 'ended' && side === 'student'
  useEffect(() => {
    if (!isOver) return
    toast({ kind: 'info', text: 'Call ended', id: 'call-ended' })
    const timer = setTimeout(() => {
      leave.current()
      void navigate(`/user/sessions/${sessionId}`)
    }, closeAfterMs)
    return () => clearTimeout(timer)
  }, [isOver, navigate, sessionId])
}
