import * as z from 'zod/mini'
import { readMessage, serverMessage } from '#live/protocol.ts'
import { openSocket, type LiveClient, type SocketOptions } from '#live/socket.ts'

/** The live socket of a page with React, which checks every message against the whole protocol. */
export function connectLive(options: Omit<SocketOptions, 'read'> = {}): LiveClient {
  // Our pages forbid code made from text, and a browser reports even the attempt.
  z.config({ jitless: true })
  return openSocket({ ...options, read: (text) => readMessage(serverMessage, text) })
}
