import { createContext } from 'react'
import type { CallType, SessionRequest } from '#domain/sessions/contract.ts'
import type { Paise } from '#kernel/money.ts'

/** The requested expert, the call type and the prefilled fields. */
export type SessionRequestDraft = {
  expert: { id: string; name: string; photoUrl: string | null; ratePaisePerMinute: Paise }
  callType: CallType
  question?: string
  file?: SessionRequest['file']
}

/** Opens the Request Session dialog. */
export const OpenRequestContext = createContext<((requestDraft: SessionRequestDraft) => void) | null>(null)
