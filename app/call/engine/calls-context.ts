import { createContext } from 'react'
import type { CallType, SessionRequest } from '#domain/sessions/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

/** A call that this tab starts: the server has accepted the request, and it is ringing. */
export type RequestedCall = {
  sessionId: string
  expertName: string
  callType: CallType
  /** Camera and microphone, already open; the call owns and closes them. If undefined, it opens them itself. */
  media: MediaStream | null | undefined
  /** Kept to ask another expert the same question. */
  question: Pick<SessionRequest, 'question' | 'file'>
}

export type CallStarter = {
  start(call: RequestedCall): void
  /** Preloads the code of calls. */
  prepare(): void
}

/** Null for everyone except students: only they start calls. */
export const CallStarterContext = createContext<CallStarter | null>(null)

/** Joins the call of a booked session, once both sides have arrived. */
export type JoinBookedCall = (
  call: Pick<RequestedCall, 'sessionId' | 'callType'> & {
    side: Side
    otherName: string
    /** If undefined, the call opens the devices itself. */
    media: MediaStream | undefined
  },
) => void

/** Null for the team and for visitors. */
export const JoinBookedCallContext = createContext<JoinBookedCall | null>(null)
