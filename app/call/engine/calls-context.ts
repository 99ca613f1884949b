import { createContext } from 'react'
import type { CallType, SessionRequest } from '#domain/sessions/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

/** A call that this tab begins: the request has been accepted by the server, and it rings. */
export type RequestedCall = {
  sessionId: string
  expertName: string
  callType: CallType
  /** Camera and microphone, already open; the call takes them over and closes them. */
  media: MediaStream | null
  /** For asking somebody else the same. */
  question: Pick<SessionRequest, 'question' | 'file'>
}

export type CallStarter = {
  start(call: RequestedCall): void
  /** Loads what a call needs, because one is near. */
  prepare(): void
}

/** Null for everybody but students: only they begin calls. */
export const CallStarterContext = createContext<CallStarter | null>(null)

/** Both have come to a session that was booked: this tab goes into its call. */
export type JoinBookedCall = (
  call: Pick<RequestedCall, 'sessionId' | 'callType'> & {
    side: Side
    otherName: string
    /** Not given: opened as soon as the call is on. */
    media: MediaStream | undefined
  },
) => void

/** Null for the team and for visitors. */
export const JoinBookedCallContext = createContext<JoinBookedCall | null>(null)
