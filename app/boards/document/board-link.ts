import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { type ByteChannel, connectBoardChannel } from '#app/boards/document/board-channel.ts'

/** The link to the other page: one data channel at a time, or none. */
export function createBoardLink(doc: Y.Doc, presence: Awareness) {
  let channelLink: ReturnType<typeof connectBoardChannel> | undefined
  const liveListeners = new Set<(message: string) => void>()

  return {
    /** Uses this data channel instead of an earlier one. */
    connect(channel: ByteChannel | null): void {
      channelLink?.disconnect()
      const onLive = (message: string) => liveListeners.forEach((listener) => listener(message))
      channelLink = channel ? connectBoardChannel({ doc, presence, channel, onLive }) : undefined
    },
    disconnect: () => channelLink?.disconnect(),
    /** Unfinished drawings of both pages: only for the other page, and only while there is a channel. */
    live: {
      isFree: () => channelLink?.isFree() ?? false,
      send: (message: string) => channelLink?.sendLive(message),
      listen(listener: (message: string) => void) {
        liveListeners.add(listener)
        return () => void liveListeners.delete(listener)
      },
    },
  }
}
