import { type Connection, openConnection, type Outgoing, type Sending } from '#app/call/engine/connection.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { IceSettings } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

type Options = {
  ice: IceSettings
  callType: CallType
  leads: boolean
  outgoing: Outgoing
  send(signal: Signal): void
  onRemote(stream: MediaStream | null): void
  onSending(other: Sending): void
}

export type Line = ReturnType<typeof openLine>

/**
 * The way to the other side, whichever browser page that is at the moment. A page that was reloaded is another one: then both
 * begin anew. One whose socket was gone for a while is the same: then nothing happens to the picture.
 */
export function openLine({ send, onRemote, onSending, ...options }: Options) {
  let { outgoing } = options
  const { leads } = options
  /** The other page's connection, once it has said its name. */
  let other: string | null = null
  let own = begin()

  return {
    connection: () => own,
    /** The other side has come in, for the first time or again. */
    arrived(): void {
      greet()
    },
    hear(signal: Signal): void {
      const isNew = other !== null && other !== signal.from
      const isOffer = signal.description?.type === 'offer'
      // Meant for a page that is no more.
      if (signal.to !== null && signal.to !== own.id) return leads ? undefined : greet()
      if (isNew && (leads || isOffer)) {
        own.close()
        onRemote(null)
        other = signal.from
        own = begin()
      } else if (isNew) return greet()
      other = signal.from
      // What was offered while it rang has reached a page that is no more.
      if (leads && signal.to === null && own.isWaiting()) own.repeat()
      own.hear(signal)
    },
    setOutgoing(changed: Outgoing): void {
      outgoing = changed
      own.setOutgoing(changed)
    },
    close: () => own.close(),
  }

  function begin(): Connection {
    const connection: Connection = openConnection({
      ...options,
      outgoing,
      send(what) {
        if (own === connection) send({ from: connection.id, to: other, ...what })
      },
      onRemote(stream) {
        if (own === connection) onRemote(stream)
      },
      onSending(other) {
        if (own === connection) onSending(other)
      },
    })
    return connection
  }

  function greet(): void {
    send({ from: own.id, to: other })
  }
}
