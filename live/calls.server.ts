import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Person } from '#domain/policy.ts'
import type { Joined } from '#domain/sessions/join-session.server.ts'
import { isCall, otherSide, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal, type RefusalCode, refusals } from '#kernel/refusals.ts'
import type { Connection } from '#live/connection.server.ts'
import { publishLarge, subscribeLarge } from '#live/large-messages.server.ts'
import type { MeterUpdate, Meters } from '#live/meters.server.ts'
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
  /** The verbs of sessions, as this person. */
  accept(person: Person, sessionId: string): Promise<void>
  join(person: Person, sessionId: string): Promise<Joined>
  hangUp(person: Person, sessionId: string): Promise<void>
  /** How these sessions stand. */
  listStates(sessionIds: SessionId[]): Promise<Map<SessionId, SessionState>>
  /** How a browser of this person may reach another. */
  iceFor(person: Person): IceSettings
  log: Pick<Logger, 'error' | 'warn'>
}

type Signal = Extract<ClientMessage, { type: 'signal' }>
type CallMessage = Extract<ClientMessage, { type: 'join' | 'beat' | 'signal' | 'hang_up' }>

/** An offer and what a browser finds of its addresses. */
const heldSignalsMax = 50

/** A session with a socket here. */
type Call = {
  connections: Partial<Record<Side, Connection>>
  /** The number of each side's last coming, here or elsewhere. */
  epochs: Record<Side, number>
  /** What the student says while it rings, addresses among it: nothing of it crosses before the expert has accepted and come in. */
  heldSignals: Signal[]
  /** What is said to other processes, in order. */
  publishing: Promise<void>
  unsubscribe(): void
}

export type Calls = ReturnType<typeof createCalls>

/**
 * Who is in which call, and what they say to one another. A socket comes in by its number (`joined`), and from then on only the last
 * coming of each side speaks and hears; whatever else claims to is refused, written down, and told that it is gone.
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
    /** The socket has closed. The side has half a minute to come back; its meter sees that it is silent. */
    socketClosed: leaveCall,
    /** Whoever signs out in the middle of a call, or of a ring, does not come back to it. */
    signedOut(connection: Connection): void {
      if (connection.callJoin) void endCall(connection, { session: connection.callJoin.sessionId })
    },
    /** From the meter. */
    sendMeterUpdate(sessionId: SessionId, to: readonly Side[], update: MeterUpdate): void {
      sendToSides(sessionId, to, { type: 'meter', session: sessionId, ...update })
      if (update.phase === 'over') closeCall(sessionId)
    },
    logRefused,
  }

  /** Written down, so that somebody who tries things can be found; not for ever, so that nobody fills the log. */
  function logRefused({ person, rates }: Connection, what: string): void {
    if (!rates.take('written down', refusalLogRate)) return
    log.warn({ person: person?.id, what }, 'a message of a socket was refused')
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
        if (error.code === 'not_allowed') logRefused(connection, 'join that is not allowed')
        return answerRefusal(connection, { type: 'join', session }, error)
      }
      // A browser that is refused leaves the call. What fails for a moment must not end one: it comes again with its next socket.
      log.error({ err: error, session }, 'somebody could not come into a call')
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
      logRefused(connection, 'beat of another coming')
      return connection.send({ type: 'gone', session: beat.session })
    }
    const result = meters.receive(callJoin.sessionId, callJoin.side, beat)
    if (result === 'old') logRefused(connection, 'beat that was said before')
    if (result === 'gone') connection.send({ type: 'gone', session: beat.session })
  }

  function receiveSignal(connection: Connection, message: Signal): void {
    const { callJoin } = connection
    const call = callJoin && calls.get(callJoin.sessionId)
    if (!callJoin || !call || callJoin.sessionId !== message.session || callJoin.epoch !== message.epoch) {
      logRefused(connection, 'signal of another coming')
      return connection.send({ type: 'gone', session: message.session })
    }
    if (callJoin.side === 'expert' || call.epochs.expert > 0)
      return sendToSides(callJoin.sessionId, [otherSide(callJoin.side)], message)
    if (call.heldSignals.length >= heldSignalsMax) {
      logRefused(connection, 'too many signals while it rings')
      return answerRefusal(connection, message, new Refusal('too_fast'))
    }
    call.heldSignals.push(message)
  }

  /** The expert is there: what was said before is said now. */
  function flushHeldSignals(sessionId: SessionId, call: Call): void {
    if (call.epochs.expert === 0) return
    for (const message of call.heldSignals.splice(0)) sendToSides(sessionId, ['expert'], message)
  }

  /** Says it to these sides: here, and elsewhere where one of them is not here. */
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
      .catch((err) => log.error({ err, session: sessionId }, 'the other side of a call was not told'))
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
    // 'ended' is followed by the last word of the meter, which both should hear.
    if (state !== 'ringing' && state !== 'ended' && !isCall(state)) closeCall(sessionId)
  }

  /** The bus was deaf for a while: sessions may have ended unnoticed. */
  async function refreshStates(): Promise<void> {
    try {
      const states = await listStates([...calls.keys()])
      for (const [sessionId, state] of states) applyState(sessionId, state)
    } catch (err) {
      log.error({ err }, 'nobody knows which calls are over')
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
    // A process that knew nothing of this side until now is told about it.
    if (update.kind === 'arrived') {
      for (const side of sides) {
        if (call.connections[side])
          publishUpdate(sessionId, call, { kind: 'here', side, epoch: call.epochs[side] })
      }
    }
  }

  /** A side has come in: an earlier coming of it is over, and the other side hears of it. */
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
    // Another page has other things to say.
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

  /** The session is over for everybody who is still in it. */
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
      log.error({ err: error, session: message.session }, 'a message of a call failed')
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
/** What processes tell one another about a call: who came in (and who is there already), and messages for who is elsewhere. */
const callUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrived'), side, epoch }),
  z.object({ kind: z.literal('here'), side, epoch }),
  z.object({ kind: z.literal('message'), to: z.array(side), message: serverMessage }),
])
type CallUpdate = z.infer<typeof callUpdate>
const nodeEnvelope = z.object({ from: z.string(), news: callUpdate })
