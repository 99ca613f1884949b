import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Call, CallView } from '#app/features/call/call.ts'
import type { BegunCall } from '#app/features/call/calls-context.ts'
import { CallControls } from '#app/features/call/call-controls.tsx'
import { CallNotices } from '#app/features/call/call-notices.tsx'
import { CallPill, LineQuality, WhatIsOff } from '#app/features/call/call-pill.tsx'
import { Elsewhere, Ended, NotIn, Unanswered } from '#app/features/call/call-endings.tsx'
import { LeaveGuard } from '#app/features/call/leave-guard.tsx'
import { RemotePicture, SelfView } from '#app/features/call/pictures.tsx'
import { QuestionPanel } from '#app/features/call/question-panel.tsx'
import { ScreenCaption } from '#app/features/call/share-screen.tsx'
import { playHangUp, startWaitingTone } from '#app/features/call/sounds.ts'
import { isLive, ringWords, type Stage, stageOf } from '#app/features/call/stage.ts'
import { MutedHint } from '#app/features/call/speaking.tsx'
import { useCallView, useTicks } from '#app/features/call/use-call.ts'
import { useSurfaceFocus } from '#app/features/call/use-surface-focus.ts'
import { toast } from '#app/ui/toast.tsx'

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

/** The call, over everything else: the other person fills the stage. */
export function CallStage({ call, otherName, asked, onComeBack, onLeave }: Props) {
  const view = useCallView(call)
  const stage = stageOf(view)
  const focus = useSurfaceFocus()
  useSounds(stage)
  useJoinedToast(stage, view, otherName)
  useEnd({ stage, view, onLeave })
  const isOn =
    stage === 'connected' || stage === 'reconnecting' || stage === 'connecting' || stage === 'ringing'
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col overflow-hidden bg-ink text-text outline-none"
        >
          <Radix.Title className="sr-only">Call with {otherName}</Radix.Title>
          <StateCaption stage={stage} otherName={otherName} />
          {isOn ? (
            <>
              <Running view={view} stage={stage} otherName={otherName} />
              <CallNotices view={view} stage={stage} call={call} />
              <CallControls call={call} view={view} stage={stage} onGaveUp={onLeave} />
              <LeaveGuard onLeave={() => call.hangUp()} />
            </>
          ) : (
            <Ending>
              {stage === 'elsewhere' && <Elsewhere onComeBack={onComeBack} onLeave={onLeave} />}
              {stage === 'refused' && <NotIn refusal={view.refusal} onLeave={onLeave} />}
              {stage === 'ended' && <Ended view={view} otherName={otherName} onLeave={onLeave} />}
              {stage === 'unanswered' && <Unanswered view={view} asked={asked} onLeave={onLeave} />}
            </Ending>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type RunningProps = { view: CallView; stage: Stage; otherName: string }

function Running({ view, stage, otherName }: RunningProps) {
  const wasConnected = isLive(stage)
  return (
    <div className="relative min-h-0 flex-1">
      <RemotePicture view={view} name={otherName} stage={stage}>
        {!wasConnected && <Waiting stage={stage} view={view} otherName={otherName} />}
      </RemotePicture>
      <header className="absolute inset-x-0 top-0 flex items-start justify-between gap-3 p-4 pt-[calc(1rem+env(safe-area-inset-top))]">
        <div className="min-w-0 rounded-card bg-ink/80 px-3 py-1.5">
          <p className="truncate text-lead font-semibold">{otherName}</p>
          <LineQuality quality={wasConnected ? view.quality : null} />
          {stage === 'connected' && view.other && (
            <WhatIsOff callType={view.session?.callType} {...view.other} />
          )}
          <ScreenCaption view={view} otherName={otherName} />
        </div>
        {wasConnected && <CallPill view={view} />}
      </header>
      <QuestionPanel view={view} />
      <SelfView view={view} isPaused={stage === 'reconnecting'} />
      <MutedHint view={view} />
    </div>
  )
}

function Waiting({ stage, view, otherName }: RunningProps) {
  const left = useRingLeft(view)
  return (
    <div className="relative">
      <p className="text-title wrap-anywhere">
        {stage === 'ringing' ? `Calling ${otherName}` : 'Connecting'}
      </p>
      <p className="figures mt-1 text-soft">
        {stage === 'ringing' && left !== null ? ringWords(left) : 'One moment'}
      </p>
      <p className="mt-1 text-small text-quiet">Nothing is charged before you are both connected.</p>
    </div>
  )
}

function useRingLeft({ session }: CallView): number | null {
  const [until, setUntil] = useState<number | null>(null)
  const nowMs = useTicks()
  if (session && until === null) setUntil(nowMs + session.ringLeftMs)
  return until === null ? null : Math.max(0, Math.ceil((until - nowMs) / 1_000))
}

function Ending({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col overflow-y-auto p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
      <div className="m-auto w-full max-w-form text-center">{children}</div>
    </div>
  )
}

const captions: Record<Stage, (otherName: string) => string> = {
  ringing: (name) => `Calling ${name}`,
  connecting: () => 'Connecting',
  connected: (name) => `You are connected with ${name}`,
  reconnecting: () => 'Reconnecting. This time is not charged.',
  ended: () => 'Call ended',
  unanswered: () => 'The call is over',
  elsewhere: () => 'The call goes on in another tab',
  refused: () => 'You are not in this call',
}

/** For those who do not see the screen. */
function StateCaption({ stage, otherName }: { stage: Stage; otherName: string }) {
  return (
    <p role="status" className="sr-only">
      {captions[stage](otherName)}
    </p>
  )
}

function useSounds(stage: Stage): void {
  useEffect(() => (stage === 'ringing' ? startWaitingTone() : undefined), [stage])
  const isOver = stage === 'ended'
  useEffect(() => {
    if (isOver) playHangUp()
  }, [isOver])
}

function useJoinedToast(stage: Stage, { side }: CallView, otherName: string): void {
  const said = useRef(false)
  useEffect(() => {
    if (stage !== 'connected' || side !== 'student' || said.current) return
    said.current = true
    toast({ kind: 'success', text: `${otherName} joined the call`, id: 'call' })
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
    toast({ kind: 'info', text: 'Call ended', id: 'call' })
    const timer = setTimeout(() => {
      leave.current()
      void navigate(`/user/sessions/${sessionId}`)
    }, closeAfterMs)
    return () => clearTimeout(timer)
  }, [isOver, navigate, sessionId])
}
