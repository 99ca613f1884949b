import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { connectLive, type LiveClient, type LiveOptions } from '#live/client.ts'

/** How a page reads what it is told; as a visitor's where nothing is said. */
export type MessageReader = { current: LiveOptions['read'] | null }

/** The connection of a page with React. Visitors are told of experts alone, and read that without any schema. */
export function connectPage(reader: MessageReader, options: Omit<LiveOptions, 'read'>): LiveClient {
  return connectLive({ ...options, read: (text) => (reader.current ?? readStatusMessage)(text) })
}
