import { isCall, otherSide, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { CallMessage } from '#live/call-refusals.server.ts'
import type { CallUpdate, CallUpdates } from '#live/call-updates.server.ts'
import type { Connection } from '#live/connection.server.ts'
import type { IceSettings, ServerMessage } from '#live/protocol.ts'

/** Enough for an offer and its ICE candidates. */
const heldSignalsMax = 50

type Signal = Extract<CallMessage, { type: 'signal' }>
type Join = { side: Side; epoch: number }

export type Call = ReturnType<typeof createCall>

/** A session with at least one socket on this node. Only the latest epoch of each side may send and receive. */
export function createCall(session: SessionId, updates: CallUpdates, onEmpty: () => void) {
  const connections: Partial<Record<Side, Connection>> = {}
  /** The epoch of each side's last join, on this node or another. */
  const epochs: Record<Side, number> = { student: 0, expert: 0 }
  /** The student's signals during the ring. They contain IP addresses, so they wait until the expert has joined. */
  let heldSignals: Signal[] = []
  let publishing = Promise.resolve()
  const unsubscribe = updates.subscribe(session, receiveUpdate)

  return {
    /** Returns false when a later join of this side is known. */
    enter(connection: Connection, { side, epoch, ice }: Join & { ice: IceSettings }): boolean {
      if (epoch <= epochs[side]) return false
      connection.callJoin = { sessionId: session, side, epoch }
      registerJoin({ side, epoch })
      connections[side] = connection
      publish({ kind: 'arrived', side, epoch })
      connection.send({ type: 'joined', session, side, epoch, ice })
      flushHeldSignals()
      const peerEpoch = epochs[otherSide(side)]
      if (peerEpoch > 0) connection.send({ type: 'peer', session, epoch: peerEpoch })
      return true
    },
    leave,
    send,
    /** Sends a signal to the other side, or holds it. Returns false when too many are held. */
    relaySignal(from: Side, signal: Signal): boolean {
      if (from === 'expert' || epochs.expert > 0) send([otherSide(from)], signal)
      else if (heldSignals.length >= heldSignalsMax) return false
      else heldSignals.push(signal)
      return true
    },
    applyState(state: SessionState): void {
      // After 'ended' the meter sends its final update, which both sides should receive.
      if (state !== 'ringing' && state !== 'ended' && !isCall(state)) close()
    },
    close,
  }

  /** Registers a join: replaces an earlier connection of this side and notifies the other side. */
  function registerJoin({ side, epoch }: Join): void {
    if (epoch <= epochs[side]) return
    epochs[side] = epoch
    const earlierConnection = connections[side]
    if (earlierConnection) {
      connections[side] = undefined
      earlierConnection.callJoin = undefined
      earlierConnection.send({ type: 'gone', session, replaced: true })
    }
    // Signals of an earlier page are no longer valid.
    if (side === 'student') heldSignals = []
    connections[otherSide(side)]?.send({ type: 'peer', session, epoch })
  }

  /** Once the expert has joined, sends the held signals. */
  function flushHeldSignals(): void {
    if (epochs.expert === 0) return
    for (const signal of heldSignals.splice(0)) send(['expert'], signal)
  }

  /** Sends the message to these sides: directly to local sockets, otherwise through the bus. */
  function send(to: readonly Side[], message: ServerMessage): void {
    for (const side of to) connections[side]?.send(message)
    const remoteSides = to.filter((side) => !connections[side])
    if (remoteSides.length > 0) publish({ kind: 'message', to: remoteSides, message })
  }

  function publish(update: CallUpdate): void {
    publishing = updates.publish(session, update, publishing)
  }

  function receiveUpdate(update: CallUpdate): void {
    if (update.kind === 'message') return update.to.forEach((side) => connections[side]?.send(update.message))
    registerJoin(update)
    flushHeldSignals()
    // A node that has just joined the call needs to know which sides are connected here.
    if (update.kind !== 'arrived') return
    for (const side of sides) if (connections[side]) publish({ kind: 'here', side, epoch: epochs[side] })
  }

  function leave(connection: Connection, side: Side): void {
    connection.callJoin = undefined
    if (connections[side] !== connection) return
    connections[side] = undefined
    if (connections.student || connections.expert) return
    unsubscribe()
    onEmpty()
  }

  /** Removes both sides, because the session is over. */
  function close(): void {
    for (const side of sides) {
      const connection = connections[side]
      if (!connection) continue
      connection.send({ type: 'gone', session })
      leave(connection, side)
    }
  }
}
