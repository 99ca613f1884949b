import { type ComponentType, createContext, type ReactNode, useContext, useState } from 'react'
import type { Viewer } from '#app/base/viewer.ts'
import type { Call, openCall } from '#app/call/engine/call.ts'
import {
  type CallStarter,
  type RequestedCall,
  CallStarterContext,
  type JoinBookedCall,
  JoinBookedCallContext,
} from '#app/call/engine/calls-context.ts'
import type { TopicState } from '#live/protocol.ts'

export type AccountActivity = TopicState<`rings:${string}`>
type CallStart = Parameters<typeof openCall>[1]
type CallQuestion = RequestedCall['question'] | null

/** The calls shown in this tab, and the actions for them. */
export type CallOverlayState = {
  /** The call of this tab. */
  activeCall: { call: Call; otherName: string; question: CallQuestion } | null
  activity: AccountActivity | null
  /** Preloads the code of calls. */
  prepare(): void
  joinCall(start: CallStart, otherName: string, question?: CallQuestion): void
  leaveCall(): void
}

const CallOverlayContext = createContext<CallOverlayState | null>(null)

/** The calls of a signed-in user, and the actions that start or join one. */
export type Calls = {
  overlay: CallOverlayState
  starter: CallStarter | null
  joinBookedCall: JoinBookedCall | null
}

export type TrackerProps = { viewer: Viewer; onChange(calls: Calls | null): void }

type Props = {
  viewer: Viewer | null
  /** Tracks the viewer's calls. Not rendered for visitors. */
  Tracker: ComponentType<TrackerProps>
  children: ReactNode
}

/** Lets every page start or rejoin a call. */
export function CallsProvider({ viewer, Tracker, children }: Props) {
  const [calls, setCalls] = useState<Calls | null>(null)
  return (
    <CallStarterContext value={calls?.starter ?? null}>
      <JoinBookedCallContext value={calls?.joinBookedCall ?? null}>
        <CallOverlayContext value={calls?.overlay ?? null}>
          {children}
          {viewer && <Tracker viewer={viewer} onChange={setCalls} />}
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
