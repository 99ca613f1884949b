import * as z from 'zod/mini'
import { type SessionState, sessionStates } from '#domain/sessions/states.ts'
import { readMessage } from '#live/protocol.ts'

const sessionMessage = z.object({ state: z.optional(z.enum(sessionStates)) })

/** The new state of a session, when the message contains it. */
export function readSessionState(payload: string): SessionState | undefined {
  return readMessage(sessionMessage, payload)?.state
}
