import { z } from 'zod'

/** What the server says to a browser over the live socket. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), build: z.string() }),
  z.object({ type: z.literal('pong') }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/** What a browser may say to the server. */
export const clientMessage = z.discriminatedUnion('type', [z.object({ type: z.literal('ping') })])
export type ClientMessage = z.infer<typeof clientMessage>

/** Why the server closes a socket, as WebSocket close codes. */
export const closeCodes = { badMessage: 4400, stopping: 1001 } as const
