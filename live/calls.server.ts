import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Person } from '#domain/policy.ts'
import type { Joined } from '#domain/sessions/join-session.server.ts'
import { isCall, otherSide, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal, type RefusalCode, refusals } from '#kernel/refusals.ts'
import type { Connection } from '#live/connection.server.ts'
import { publishLarge, subscribeLarge } from '#live/large-messages.server.ts'
import type { MeterUpdate } from '#live/meter-updates.server.ts'
import type { Meters } from '#live/meters.server.ts'
import { refusalLogRate } from '#live/policy.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import {
  type ClientMessage,
  type IceSettings,
  readMessage,
  type ServerMessage,
  serverMessage,
} from '#live/protocol.ts'
import { readSessionState } from '#live/session-message.server.ts'
import type { Bus } from '#platform/bus/port.ts'

type Options = {
  nodeId: string
  bus: Bus
  meters: Pick<Meters, 'ensure' | 'receive'>
  /** Session actions on behalf of this person. */
  accept(person: Person, sessionId: string): Promise<void>
  join(person: Person, sessionId: string): Promise<Joined>
  hangUp(person: Person, sessionId: string): Promise<void>
  /** The current states of these sessions. */
  listStates(sessionIds: SessionId[]): Promise<Map<SessionId, SessionState>>
  /** The ICE servers for a browser of this person. */
  iceFor(person: Person): IceSettings
  log: Pick<Logger, 'error' | 'warn'>
}

type Signal = Extract<ClientMessage, { type: 'signal' }>
type CallMessage = Extract<ClientMessage, { type: 'join' | 'beat' | 'signal' | 'hang_up' }>

/** Room for an offer and its ICE candidates. */
const heldSignalsMax = 50

/** A session with at least one socket on this node. */
type Call = {
  connections: Partial<Record<Side, Connection>>
  /** The epoch of each side's last join, on this node or another. */
  epochs: Record<Side, number>
  /**
   * The student's signals while it rings, including addresses. They are sent only after the expert has accepted and
   * joined.
   */
  heldSignals: Signal[]
  /** Serializes what is published to other nodes. */
  publishing: Promise<void>
  unsubscribe(): void
}

export type Calls = ReturnType<typeof createCalls>

/**
 * Tracks the sockets of each call and relays messages between them. A socket joins with an epoch (`joined`); only the
 * latest epoch of each side may send and receive. Every other message is refused, logged and answered with `gone`.
 */
export function createCalls(options: Options) {
  const { nodeId, bus, meters, accept, join, hangUp, listStates, iceFor, log } = options
  const calls = new Map<SessionId, Call>()
  bus.onGap(() => void refreshStates())

  return {
    receive(connection: Connection, message: CallMessage): void {
      if (message.type === 'join') void joinCall(connection, message)
      else if (message.type === 'hang_up') void endCall(connection, message)
      else if (message.type === 'beat') receiveBeat(connection, message)
      else receiveSignal(connection, message)
    },
    /** Called when the socket has closed. The side has half a minute to come back; its meter notices the silence. */
    socketClosed: leaveCall,
    /** Signing out during a call or a ring ends it for this person. */
    signedOut(connection: Connection): void {
      if (connection.callJoin) void endCall(connection, { session: connection.callJoin.sessionId })
    },
    /** Called by the meter. */
    sendMeterUpdate(sessionId: SessionId, to: readonly Side[], update: MeterUpdate): void {
      sendToSides(sessionId, to, { type: 'meter', session: sessionId, ...update })
      if (update.phase === 'over') closeCall(sessionId)
    },
    logRefused,
  }

  /** Refusals are logged to find attackers, but rate-limited, so that nobody can fill the log. */
  function logRefused({ person, rates }: Connection, what: string): void {
    if (!rates.take('written down', refusalLogRate)) return
    log.warn({ person: person?.id, what }, 'socket message refused')
  }

  async function joinCall(
    connection: Connection,
    { session, accept: isAccepting }: Extract<CallMessage, { type: 'join' }>,
  ): Promise<void> {
    const { person } = connection
    if (!person) return
    try {
      if (isAccepting) await accept(person, session)
      const { side, epoch, state } = await join(person, session)
      if (!connection.isOpen) return
      leaveCall(connection)
      const sessionId = session as SessionId
      const call = calls.get(sessionId) ?? startCall(sessionId)
      if (epoch <= call.epochs[side]) return connection.send({ type: 'gone', session, replaced: true })
      connection.callJoin = { sessionId, side, epoch }
      registerJoin(sessionId, call, { side, epoch })
      call.connections[side] = connection
      publishUpdate(sessionId, call, { kind: 'arrived', side, epoch })
      connection.send({ type: 'joined', session, side, epoch, ice: iceFor(person) })
      flushHeldSignals(sessionId, call)
      const peer = call.epochs[otherSide(side)]
      if (peer > 0) connection.send({ type: 'peer', session, epoch: peer })
      if (isCall(state)) await meters.ensure(sessionId)
    } catch (error) {
      if (error instanceof Refusal) {
        if (error.code === 'not_allowed') logRefused(connection, 'join not allowed')
        return answerRefusal(connection, { type: 'join', session }, error)
      }
      // A refused browser leaves the call, so a temporary failure must not refuse: the browser retries with its next
      // socket.
      log.error({ err: error, session }, 'joining a call failed')
      connection.close(closeCodes.tryAgain, 'try again')
    }
  }

  async function endCall(connection: Connection, { session }: Pick<CallMessage, 'session'>): Promise<void> {
    if (!connection.person) return
    try {
      await hangUp(connection.person, session)
    } catch (error) {
      answerRefusal(connection, { type: 'hang_up', session }, error)
    }
  }

  function receiveBeat(connection: Connection, beat: Extract<CallMessage, { type: 'beat' }>): void {
    const { callJoin } = connection
    if (!callJoin || callJoin.sessionId !== beat.session || callJoin.epoch !== beat.epoch) {
      logRefused(connection, 'beat of another join')
      return connection.send({ type: 'gone', session: beat.session })
    }
    const result = meters.receive(callJoin.sessionId, callJoin.side, beat)
    if (result === 'old') logRefused(connection, 'replayed beat')
    if (result === 'gone') connection.send({ type: 'gone', session: beat.session })
  }

  function receiveSignal(connection: Connection, message: Signal): void {
    const { callJoin } = connection
    const call = callJoin && calls.get(callJoin.sessionId)
    if (!callJoin || !call || callJoin.sessionId !== message.session || callJoin.epoch !== message.epoch) {
      logRefused(connection, 'signal of another join')
      return connection.send({ type: 'gone', session: message.session })
    }
    if (callJoin.side === 'expert' || call.epochs.expert > 0)
      return sendToSides(callJoin.sessionId, [otherSide(callJoin.side)], message)
    if (call.heldSignals.length >= heldSignalsMax) {
      logRefused(connection, 'too many signals while ringing')
      return answerRefusal(connection, message, new Refusal('too_fast'))
    }
    call.heldSignals.push(message)
  }

  /** Once the expert has joined, sends the held signals. */
  function flushHeldSignals(sessionId: SessionId, call: Call): void {
    if (call.epochs.expert === 0) return
    for (const message of call.heldSignals.splice(0)) sendToSides(sessionId, ['expert'], message)
  }

  /** Sends the message to these sides: directly to local sockets, otherwise through the bus. */
  function sendToSides(sessionId: SessionId, to: readonly Side[], message: ServerMessage): void {
    const call = calls.get(sessionId)
    const remoteSides = to.filter((side) => {
      const connection = call?.connections[side]
      connection?.send(message)
      return !connection
    })
    if (remoteSides.length > 0) publishUpdate(sessionId, call, { kind: 'message', to: remoteSides, message })
  }

  function publishUpdate(sessionId: SessionId, call: Call | undefined, update: CallUpdate): void {
    const payload = JSON.stringify({ from: nodeId, news: update })
    const publishing = (call?.publishing ?? Promise.resolve())
      .then(() => publishLarge(bus, `legs:${sessionId}`, payload))
      .catch((err) => log.error({ err, session: sessionId }, 'publishing a call update failed'))
    if (call) call.publishing = publishing
  }

  function startCall(sessionId: SessionId): Call {
    const unsubscribers = [
      subscribeLarge(bus, `legs:${sessionId}`, (payload) => receiveFromNode(sessionId, payload)),
      bus.subscribe(`session:${sessionId}`, (payload) => {
        const state = readSessionState(payload)
        if (state) applyState(sessionId, state)
      }),
    ]
    const call: Call = {
      connections: {},
      epochs: { student: 0, expert: 0 },
      heldSignals: [],
      publishing: Promise.resolve(),
      unsubscribe: () => unsubscribers.forEach((unsubscribe) => unsubscribe()),
    }
    calls.set(sessionId, call)
    return call
  }

  function applyState(sessionId: SessionId, state: SessionState): void {
    // After 'ended' the meter sends its final update, which both sides should receive.
    if (state !== 'ringing' && state !== 'ended' && !isCall(state)) closeCall(sessionId)
  }

  /** Sessions may have ended while the bus was disconnected. */
  async function refreshStates(): Promise<void> {
    try {
      const states = await listStates([...calls.keys()])
      for (const [sessionId, state] of states) applyState(sessionId, state)
    } catch (err) {
      log.error({ err }, 'reading the states of calls failed')
    }
  }

  function receiveFromNode(sessionId: SessionId, payload: string): void {
    const call = calls.get(sessionId)
    const envelope = readMessage(nodeEnvelope, payload)
    if (!call || !envelope || envelope.from === nodeId) return
    const { news: update } = envelope
    if (update.kind === 'message')
      return update.to.forEach((side) => call.connections[side]?.send(update.message))
    registerJoin(sessionId, call, update)
    flushHeldSignals(sessionId, call)
    // Tells a node that has just joined the call about the sides that are here.
    if (update.kind === 'arrived') {
      for (const side of sides) {
        if (call.connections[side])
          publishUpdate(sessionId, call, { kind: 'here', side, epoch: call.epochs[side] })
      }
    }
  }

  /** Registers a join: replaces an earlier connection of this side and notifies the other side. */
  function registerJoin(
    sessionId: SessionId,
    call: Call,
    { side, epoch }: { side: Side; epoch: number },
  ): void {
    if (epoch <= call.epochs[side]) return
    call.epochs[side] = epoch
    const earlierConnection = call.connections[side]
    if (earlierConnection) {
      call.connections[side] = undefined
      earlierConnection.callJoin = undefined
      earlierConnection.send({ type: 'gone', session: sessionId, replaced: true })
    }
    // Signals of an earlier page are no longer valid.
    if (side === 'student') call.heldSignals = []
    call.connections[otherSide(side)]?.send({ type: 'peer', session: sessionId, epoch })
  }

  function leaveCall(connection: Connection): void {
    const { callJoin } = connection
    const call = callJoin && calls.get(callJoin.sessionId)
    connection.callJoin = undefined
    if (!callJoin || !call || call.connections[callJoin.side] !== connection) return
    call.connections[callJoin.side] = undefined
    if (call.connections.student || call.connections.expert) return
    call.unsubscribe()
    calls.delete(callJoin.sessionId)
  }

  /** Removes everyone from a session that is over. */
  function closeCall(sessionId: SessionId): void {
    const call = calls.get(sessionId)
    for (const side of sides) {
      const connection = call?.connections[side]
      if (!connection) continue
      connection.send({ type: 'gone', session: sessionId })
      leaveCall(connection)
    }
  }

  function answerRefusal(connection: Connection, message: RefusedMessage, error: unknown): void {
    if (!(error instanceof Refusal)) {
      log.error({ err: error, session: message.session }, 'handling a call message failed')
      return sendRefusal(connection, message, 'too_busy')
    }
    if (error.code === 'no_such_session') logRefused(connection, `${message.type} of a foreign session`)
    sendRefusal(connection, message, error.code)
  }
}

type RefusedMessage = Pick<CallMessage, 'type' | 'session'>

function sendRefusal(connection: Connection, { type, session }: RefusedMessage, code: RefusalCode): void {
  connection.send({ type: 'refused', what: type, session, text: refusals[code].text })
}

const side = z.enum(sides)
const epoch = z.number()
/** Messages between nodes about a call: joins, sides that are already here, and messages for sides on other nodes. */
const callUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrived'), side, epoch }),
  z.object({ kind: z.literal('here'), side, epoch }),
  z.object({ kind: z.literal('message'), to: z.array(side), message: serverMessage }),
])
type CallUpdate = z.infer<typeof callUpdate>
const nodeEnvelope = z.object({ from: z.string(), news: callUpdate })
