import * as z from 'zod/mini'
import { readMessage, type ServerMessage, serverMessage } from '#live/protocol.ts'

// Our content security policy forbids `eval`, and browsers would report even zod's attempt to use it.
z.config({ jitless: true })

/** Parses a server message of any type. Only pages of signed-in people load these schemas. */
export function readServerMessage(text: string): ServerMessage | undefined {
  return readMessage(serverMessage, text)
}
