import * as z from 'zod/mini'
import { readMessage, type ServerMessage, serverMessage } from '#live/protocol.ts'

// Our pages forbid code made from text, and a browser reports even the attempt.
z.config({ jitless: true })

/** What the server says, checked against the whole protocol: for pages of those who are signed in. */
export function readServerMessage(text: string): ServerMessage | undefined {
  return readMessage(serverMessage, text)
}
