import { createContext } from 'react'
import type { CallType, SessionRequest } from '#domain/sessions/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

type Prefilled = {
  callType: CallType
  question?: string
  file?: SessionRequest['file']
  /** The earlier session with the same expert, whose board the new one starts with. */
  continues?: SessionId
  /** The text beside the button for visitors. */
  invitation?: string
}

/** An earlier question that is asked again. */
export type AskedQuestion = Required<Pick<Prefilled, 'callType' | 'question' | 'file'>> & Pick<Prefilled, 'continues'>

/** A request to one expert, with the prefilled fields. */
export type SessionRequestDraft = Prefilled & {
  target?: undefined
  expert: { id: string; name: string; photoUrl: string | null; ratePaisePerMinute: Paise }
}

/** "Find somebody now": a request to all experts who match. */
export type AnyoneRequestDraft = Prefilled & {
  target: 'anyone'
  /** Null for any language. */
  language?: string | null
  maxRatePaisePerMinute?: Paise
}

export type RequestDraft = SessionRequestDraft | AnyoneRequestDraft

/** Opens the Request Session dialog. */
export const OpenRequestContext = createContext<((requestDraft: RequestDraft) => void) | null>(null)

/** A request that the server has started. `media` has the devices if they are already open. */
export type StartedRequest = { requestId: string; callType: CallType; media?: MediaStream | null }

/** Shows the request, which takes over the devices. */
export const ShowRequestContext = createContext<((request: StartedRequest) => void) | null>(null)
