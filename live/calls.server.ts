import type { Logger } from 'pino'
import type { Person } from '#domain/policy.ts'
import type { Joined } from '#domain/sessions/join-session.server.ts'
import { isCall, type SessionState, type Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { type Call, createCall } from '#live/call.server.ts'
import { type CallMessage, createCallRefusals } from '#live/call-refusals.server.ts'
import { createCallUpdates } from '#live/call-updates.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { Connection } from '#live/connection.server.ts'
import type { MeterUpdate } from '#live/meter-updates.server.ts'
import type { Meters } from '#live/meters.server.ts'
import { createPictureTimes } from '#live/picture-times.server.ts'
import type { IceSettings, ServerMessage } from '#live/protocol.ts'
import { readSessionState } from '#live/session-message.server.ts'
import type { Bus } from '#platform/bus/port.ts'

type Options = {
  nodeId: string
  bus: Bus
  meters: Pick<Meters, 'ensureMetered' | 'receive'>
  /** Session actions on behalf of this person. */
  accept(person: Person, sessionId: string): Promise<void>
  join(person: Person, sessionId: string): Promise<Joined>
  hangUp(person: Person, sessionId: string): Promise<void>
  /** The current states of these sessions. */
  listStates(sessionIds: SessionId[]): Promise<Map<SessionId, SessionState>>
  /** The ICE servers for a browser of this person. */
  iceFor(person: Person): IceSettings
  /** Called with the time from Accept to the first picture, as a browser reports it. */
  onPicture?: (ms: number) => void
  nowMs?(): number
  log: Pick<Logger, 'error' | 'warn'>
}

export type Calls = ReturnType<typeof createCalls>

/**
 * Handles the call messages of browsers. Each join gets an epoch (`joined`). A beat or signal without the latest epoch
 * of its side is ignored, logged and answered with `gone`.
 */
export function createCalls(options: Options) {
  const { bus, meters, accept, join, hangUp, listStates, iceFor, log } = options
  const calls = new Map<SessionId, Call>()
  const updates = createCallUpdates(options)
  const { logRefused, answerRefusal } = createCallRefusals(log)
  const pictureTimes = createPictureTimes(options)
  bus.onGap(() => void refreshStates())

  return {
    receive(connection: Connection, message: CallMessage): void {
      if (message.type === 'join') void joinCall(connection, message)
      else if (message.type === 'hang_up') void endCall(connection, message)
      else if (message.type === 'beat') receiveBeat(connection, message)
      else receiveSignal(connection, message)
    },
    /** The meter notices the missing beats of a closed socket. Its side has half a minute to return. */
    socketClosed: leaveCall,
    /** Signing out during a call or a ring ends it for this person. */
    signedOut(connection: Connection): void {
      if (connection.callJoin) void endCall(connection, { session: connection.callJoin.sessionId })
    },
    /** Called by the meter. */
    sendMeterUpdate(sessionId: SessionId, to: readonly Side[], update: MeterUpdate): void {
      const call = calls.get(sessionId)
      const message: ServerMessage = { type: 'meter', session: sessionId, ...update }
      if (call) call.send(to, message)
      else void updates.publish(sessionId, { kind: 'message', to: [...to], message })
      if (update.phase === 'over') call?.close()
    },
    logRefused,
  }

  async function joinCall(
    connection: Connection,
    { session, accept: isAccepting }: Extract<CallMessage, { type: 'join' }>,
  ): Promise<void> {
    const { person } = connection
    if (!person) return
    try {
      if (isAccepting) await accept(person, session)
      const { id: sessionId, side, epoch, state } = await join(person, session)
      if (!connection.isOpen) return
      leaveCall(connection)
      const call = calls.get(sessionId) ?? startCall(sessionId)
      const isLatest = call.enter(connection, { side, epoch, ice: iceFor(person) })
      if (!isLatest) return connection.send({ type: 'gone', session, replaced: true })
      if (connection.callJoin) pictureTimes.onJoined(connection.callJoin)
      if (isCall(state)) await meters.ensureMetered(sessionId)
    } catch (error) {
      if (error instanceof Refusal) {
        if (error.code === 'not_allowed') logRefused(connection, 'join not allowed')
        return answerRefusal(connection, { type: 'join', session }, error)
      }
      // A refused browser leaves the call for good. After a temporary failure it should retry with a new socket.
      log.error({ err: error, session }, 'joining a call failed')
      connection.close(closeCodes.tryAgain, 'try again')
    }
  }

  function startCall(sessionId: SessionId): Call {
    const unsubscribe = bus.subscribe(`session:${sessionId}`, (payload) => {
      const state = readSessionState(payload)
      if (state) call.applyState(state)
    })
    const call = createCall(sessionId, updates, () => {
      unsubscribe()
      calls.delete(sessionId)
    })
    calls.set(sessionId, call)
    return call
  }

  function leaveCall(connection: Connection): void {
    const { callJoin } = connection
    if (callJoin) calls.get(callJoin.sessionId)?.leave(connection, callJoin.side)
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
    if (result === 'gone') return connection.send({ type: 'gone', session: beat.session })
    if (result !== 'old') pictureTimes.receive(callJoin, beat)
  }

  function receiveSignal(connection: Connection, message: Extract<CallMessage, { type: 'signal' }>): void {
    const { callJoin } = connection
    const call = callJoin && calls.get(callJoin.sessionId)
    if (!callJoin || !call || callJoin.sessionId !== message.session || callJoin.epoch !== message.epoch) {
      logRefused(connection, 'signal of another join')
      return connection.send({ type: 'gone', session: message.session })
    }
    if (call.relaySignal(callJoin.side, message)) return
    logRefused(connection, 'too many signals while ringing')
    answerRefusal(connection, message, new Refusal('too_fast'))
  }

  /** Sessions may have ended while the bus was disconnected. */
  async function refreshStates(): Promise<void> {
    try {
      const states = await listStates([...calls.keys()])
      for (const [sessionId, state] of states) calls.get(sessionId)?.applyState(state)
    } catch (err) {
      log.error({ err }, 'reading the states of calls failed')
    }
  }
}
