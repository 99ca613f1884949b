import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { connectLive, type LiveClient, type LiveOptions } from '#live/client.ts'

/** Parses messages of the server. Null selects the reader for visitors. */
export type MessageReader = { current: LiveOptions['read'] | null }

/** The live connection of a React page. Visitors receive only expert statuses and parse them without schemas. */
export function connectPage(reader: MessageReader, options: Omit<LiveOptions, 'read'>): LiveClient {
  return connectLive({ ...options, read: (text) => (reader.current ?? readStatusMessage)(text) })
}
