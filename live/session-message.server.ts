import * as z from 'zod/mini'
import { type SessionState, sessionStates } from '#domain/sessions/states.ts'
import { readMessage } from '#live/protocol.ts'

const sessionMessage = z.object({ state: z.optional(z.enum(sessionStates)) })

/** The state that a session has reached, where the news of it says so. */
export function readSessionState(payload: string): SessionState | undefined {
  return readMessage(sessionMessage, payload)?.state
}
