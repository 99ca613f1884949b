import { type Connection, openConnection, type Outgoing, type Sending } from '#app/call/engine/connection.ts'
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
}

export type PeerLink = ReturnType<typeof openPeerLink>

/**
 * The way to the other side, whichever browser page that is at the moment. A page that was reloaded is another one: then both
 * begin anew. One whose socket was gone for a while is the same: then nothing happens to the picture.
 */
export function openPeerLink({ send, onRemote, onSending, ...options }: Options) {
  let { outgoing } = options
  const { isLeading } = options
  /** The other page's connection, once it has said its name. */
  let otherPageId: string | null = null
  let connection = connect()

  return {
    connection: () => connection,
    /** The other side has come in, for the first time or again. */
    peerJoined(): void {
      announce()
    },
    receive(signal: Signal): void {
      const isNew = otherPageId !== null && otherPageId !== signal.from
      const isOffer = signal.description?.type === 'offer'
      // Meant for a page that is no more.
      if (signal.to !== null && signal.to !== connection.id) return isLeading ? undefined : announce()
      if (isNew && (isLeading || isOffer)) {
        connection.close()
        onRemote(null)
        otherPageId = signal.from
        connection = connect()
      } else if (isNew) return announce()
      otherPageId = signal.from
      // What was offered while it rang has reached a page that is no more.
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
      send(what) {
        if (connection === newConnection) send({ from: newConnection.id, to: otherPageId, ...what })
      },
      onRemote(stream) {
        if (connection === newConnection) onRemote(stream)
      },
      onSending(other) {
        if (connection === newConnection) onSending(other)
      },
    })
    return newConnection
  }

  function announce(): void {
    send({ from: connection.id, to: otherPageId })
  }
}
