import * as z from 'zod/mini'
import { readMessage, type ServerMessage, serverMessage } from '#live/protocol.ts'

// Our content security policy forbids `eval`, and browsers would report even zod's attempt to use it.
z.config({ jitless: true })

/** Reads a server message with the whole protocol; for pages of signed-in people. */
export function readServerMessage(text: string): ServerMessage | undefined {
  return readMessage(serverMessage, text)
}
