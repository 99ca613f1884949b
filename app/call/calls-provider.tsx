import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Viewer } from '#app/base/viewer.ts'
import type { Call, openCall } from '#app/call/engine/call.ts'
import {
  type RequestedCall,
  CallStarterContext,
  type JoinBookedCall,
  JoinBookedCallContext,
} from '#app/call/engine/calls-context.ts'
import type { TopicState } from '#live/protocol.ts'

export type AccountActivity = TopicState<`rings:${string}`>
type CallStart = Parameters<typeof openCall>[1]
type AskedQuestion = RequestedCall['question'] | null

/** The calls that this tab knows of, and the actions for them. */
export type CallOverlayState = {
  /** The call of this tab. */
  activeCall: { call: Call; otherName: string; question: AskedQuestion } | null
  activity: AccountActivity | null
  /** Preloads the code of calls. */
  prepare(): void
  joinCall(start: CallStart, otherName: string, question?: AskedQuestion): void
  leaveCall(): void
}

const CallOverlayContext = createContext<CallOverlayState | null>(null)

export type TrackerProps = { viewer: Viewer; onOverlayChange(overlay: CallOverlayState | null): void }

type Props = {
  viewer: Viewer | null
  /** Tracks the viewer's calls; not loaded for visitors. */
  Tracker: ComponentType<TrackerProps>
  children: ReactNode
}

/** Lets every page start or rejoin a call. */
export function CallsProvider({ viewer, Tracker, children }: Props) {
  const [overlay, setOverlay] = useState<CallOverlayState | null>(null)
  const isStudent = viewer?.role === 'student' || viewer?.role === 'user'
  const mayJoinCalls = viewer !== null && viewer.role !== 'team'
  const { joinCall, prepare } = overlay ?? {}
  const callStarter = useMemo(() => {
    if (!isStudent || !joinCall || !prepare) return null
    return {
      prepare,
      start: ({ expertName, question, ...requestedCall }: RequestedCall) =>
        joinCall({ ...requestedCall, side: 'student' }, expertName, question),
    }
  }, [isStudent, joinCall, prepare])
  const joinBookedCall = useMemo<JoinBookedCall | null>(
    () => (mayJoinCalls && joinCall ? ({ otherName, ...start }) => joinCall(start, otherName) : null),
    [mayJoinCalls, joinCall],
  )
  return (
    <CallStarterContext value={callStarter}>
      <JoinBookedCallContext value={joinBookedCall}>
        <CallOverlayContext value={overlay}>
          {children}
          {viewer && <Tracker viewer={viewer} onOverlayChange={setOverlay} />}
        </CallOverlayContext>
      </JoinBookedCallContext>
    </CallStarterContext>
  )
}

/** Renders calls above every page. It must be inside all providers that a call may use. */
export function CallHost({ Surface }: { Surface: ComponentType<CallOverlayState> }) {
  const overlay = useContext(CallOverlayContext)
  return overlay && <Surface {...overlay} />
}
