import { type Connection, openConnection } from '#app/call/engine/connection.ts'
import type { Outgoing } from '#app/call/engine/outgoing-tracks.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { IceSettings } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

type Options = {
  ice: IceSettings
  callType: CallType
  isLeading: boolean
  outgoing: Outgoing
  send(signal: Signal): void
  onRemote(stream: MediaStream | null): void
  onSending(other: Sending): void
  onBoardChannel(channel: RTCDataChannel): void
}

export type PeerLink = ReturnType<typeof openPeerLink>

/**
 * The link to the other side's current page. A reloaded page is a new page, so both sides reconnect. A page that has
 * only lost its socket is the same page, so the media connection stays.
 */
export function openPeerLink({ send, onRemote, onSending, onBoardChannel, ...options }: Options) {
  let { outgoing } = options
  const { isLeading } = options
  /** Id of the other page's connection, once known. */
  let otherPageId: string | null = null
  let connection = connect()

  return {
    connection: () => connection,
    /** Either side has joined or rejoined. An offer that has no answer yet may have been lost with the socket. */
    onPeerJoined(): void {
      if (otherPageId !== null && connection.isWaiting()) connection.sendDescriptionAgain()
      else announce()
    },
    receive(signal: Signal): void {
      const isNewPage = otherPageId !== null && otherPageId !== signal.from
      const isOffer = signal.description?.type === 'offer'
      // The signal is addressed to an earlier page of this side.
      if (signal.to !== null && signal.to !== connection.id) return isLeading ? undefined : announce()
      if (isNewPage && (isLeading || isOffer)) {
        connection.close()
        onRemote(null)
        otherPageId = signal.from
        connection = connect()
      } else if (isNewPage) return announce()
      otherPageId = signal.from
      // The offer from the ringing phase was sent to a page that no longer exists.
      if (isLeading && signal.to === null && connection.isWaiting()) connection.sendDescriptionAgain()
      connection.receive(signal)
    },
    setOutgoing(changed: Outgoing): void {
      outgoing = changed
      connection.setOutgoing(changed)
    },
    close: () => connection.close(),
  }

  function connect(): Connection {
    const newConnection: Connection = openConnection({
      ...options,
      outgoing,
      send(signal) {
        if (connection === newConnection) send({ from: newConnection.id, to: otherPageId, ...signal })
      },
      onRemote(stream) {
        if (connection === newConnection) onRemote(stream)
      },
      onSending(other) {
        if (connection === newConnection) onSending(other)
      },
      onBoardChannel(channel) {
        if (connection === newConnection) onBoardChannel(channel)
      },
    })
    return newConnection
  }

  function announce(): void {
    send({ from: connection.id, to: otherPageId })
  }
}
