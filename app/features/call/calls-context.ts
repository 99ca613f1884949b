import { createContext } from 'react'
import type { CallType, SessionRequest } from '#domain/sessions/contract.ts'

/** A call that this tab begins: the request has been accepted by the server, and it rings. */
export type BegunCall = {
  sessionId: string
  expertName: string
  callType: CallType
  /** Camera and microphone, already open; the call takes them over and closes them. */
  media: MediaStream | null
  /** For asking somebody else the same. */
  asked: Pick<SessionRequest, 'question' | 'file'>
}

export type Calls = {
  begin(call: BegunCall): void
  /** Loads what a call needs, because one is near. */
  prepare(): void
}

/** Null for everybody but students: only they begin calls. */
export const CallsContext = createContext<Calls | null>(null)
