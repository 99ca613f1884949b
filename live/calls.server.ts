import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Person } from '#domain/policy.ts'
import type { Joined } from '#domain/sessions/join-session.server.ts'
import { isCall, otherSide, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal, type RefusalCode, refusals } from '#kernel/refusals.ts'
import type { Connection } from '#live/connection.server.ts'
import { publishLong, subscribeLong } from '#live/long-news.server.ts'
import type { MeterNews, Meters } from '#live/meters.server.ts'
import { refusalsWritten } from '#live/policy.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import {
  type ClientMessage,
  type IceSettings,
  readMessage,
  type ServerMessage,
  serverMessage,
} from '#live/protocol.ts'
import { stateInNews } from '#live/session-news.server.ts'
import type { Bus } from '#platform/bus/port.ts'

type Options = {
  nodeId: string
  bus: Bus
  meters: Pick<Meters, 'ensure' | 'hear'>
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
  legs: Partial<Record<Side, Connection>>
  /** The number of each side's last coming, here or elsewhere. */
  epochs: Record<Side, number>
  /** What the student says while it rings, addresses among it: nothing of it crosses before the expert has accepted and come in. */
  held: Signal[]
  /** What is said to other processes, in order. */
  saying: Promise<void>
  leave(): void
}

export type Calls = ReturnType<typeof createCalls>

/**
 * Who is in which call, and what they say to one another. A socket comes in by its number (`joined`), and from then on only the last
 * coming of each side speaks and hears; whatever else claims to is refused, written down, and told that it is gone.
 */
export function createCalls(options: Options) {
  const { nodeId, bus, meters, accept, join, hangUp, listStates, iceFor, log } = options
  const calls = new Map<SessionId, Call>()
  bus.onGap(() => void lookAgain())

  return {
    receive(connection: Connection, message: CallMessage): void {
      if (message.type === 'join') void comeIn(connection, message)
      else if (message.type === 'hang_up') void end(connection, message)
      else if (message.type === 'beat') hearBeat(connection, message)
      else hearSignal(connection, message)
    },
    /** The socket has closed. The side has half a minute to come back; its meter sees that it is silent. */
    left: leaveCall,
    /** Whoever signs out in the middle of a call, or of a ring, does not come back to it. */
    signedOut(connection: Connection): void {
      if (connection.leg) void end(connection, { session: connection.leg.sessionId })
    },
    /** From the meter. */
    say(sessionId: SessionId, to: readonly Side[], news: MeterNews): void {
      tell(sessionId, to, { type: 'meter', session: sessionId, ...news })
      if (news.phase === 'over') close(sessionId)
    },
    refused,
  }

  /** Written down, so that somebody who tries things can be found; not for ever, so that nobody fills the log. */
  function refused({ person, rates }: Connection, what: string): void {
    if (!rates.take('written down', refusalsWritten)) return
    log.warn({ person: person?.id, what }, 'a message of a socket was refused')
  }

  async function comeIn(
    connection: Connection,
    { session, accept: accepts }: Extract<CallMessage, { type: 'join' }>,
  ): Promise<void> {
    const { person } = connection
    if (!person) return
    try {
      if (accepts) await accept(person, session)
      const { side, epoch, state } = await join(person, session)
      if (!connection.isOpen) return
      leaveCall(connection)
      const sessionId = session as SessionId
      const call = calls.get(sessionId) ?? begin(sessionId)
      if (epoch <= call.epochs[side]) return connection.send({ type: 'gone', session, replaced: true })
      connection.leg = { sessionId, side, epoch }
      arrive(sessionId, call, { side, epoch })
      call.legs[side] = connection
      say(sessionId, call, { kind: 'arrived', side, epoch })
      connection.send({ type: 'joined', session, side, epoch, ice: iceFor(person) })
      handOver(sessionId, call)
      const peer = call.epochs[otherSide(side)]
      if (peer > 0) connection.send({ type: 'peer', session, epoch: peer })
      if (isCall(state)) await meters.ensure(sessionId)
    } catch (error) {
      if (error instanceof Refusal) {
        if (error.code === 'not_allowed') refused(connection, 'join that is not allowed')
        return answerRefusal(connection, { type: 'join', session }, error)
      }
      // A browser that is refused leaves the call. What fails for a moment must not end one: it comes again with its next socket.
      log.error({ err: error, session }, 'somebody could not come into a call')
      connection.close(closeCodes.tryAgain, 'try again')
    }
  }

  async function end(connection: Connection, { session }: Pick<CallMessage, 'session'>): Promise<void> {
    if (!connection.person) return
    try {
      await hangUp(connection.person, session)
    } catch (error) {
      answerRefusal(connection, { type: 'hang_up', session }, error)
    }
  }

  function hearBeat(connection: Connection, beat: Extract<CallMessage, { type: 'beat' }>): void {
    const { leg } = connection
    if (!leg || leg.sessionId !== beat.session || leg.epoch !== beat.epoch) {
      refused(connection, 'beat of another coming')
      return connection.send({ type: 'gone', session: beat.session })
    }
    const heard = meters.hear(leg.sessionId, leg.side, beat)
    if (heard === 'old') refused(connection, 'beat that was said before')
    if (heard === 'gone') connection.send({ type: 'gone', session: beat.session })
  }

  function hearSignal(connection: Connection, message: Signal): void {
    const { leg } = connection
    const call = leg && calls.get(leg.sessionId)
    if (!leg || !call || leg.sessionId !== message.session || leg.epoch !== message.epoch) {
      refused(connection, 'signal of another coming')
      return connection.send({ type: 'gone', session: message.session })
    }
    if (leg.side === 'expert' || call.epochs.expert > 0)
      return tell(leg.sessionId, [otherSide(leg.side)], message)
    if (call.held.length >= heldSignalsMax) {
      refused(connection, 'too many signals while it rings')
      return answerRefusal(connection, message, new Refusal('too_fast'))
    }
    call.held.push(message)
  }

  /** The expert is there: what was said before is said now. */
  function handOver(sessionId: SessionId, call: Call): void {
    if (call.epochs.expert === 0) return
    for (const message of call.held.splice(0)) tell(sessionId, ['expert'], message)
  }

  /** Says it to these sides: here, and elsewhere where one of them is not here. */
  function tell(sessionId: SessionId, to: readonly Side[], message: ServerMessage): void {
    const call = calls.get(sessionId)
    const elsewhere = to.filter((side) => {
      const leg = call?.legs[side]
      leg?.send(message)
      return !leg
    })
    if (elsewhere.length > 0) say(sessionId, call, { kind: 'message', to: elsewhere, message })
  }

  function say(sessionId: SessionId, call: Call | undefined, news: CallNews): void {
    const payload = JSON.stringify({ from: nodeId, news })
    const saying = (call?.saying ?? Promise.resolve())
      .then(() => publishLong(bus, `legs:${sessionId}`, payload))
      .catch((err) => log.error({ err, session: sessionId }, 'the other side of a call was not told'))
    if (call) call.saying = saying
  }

  function begin(sessionId: SessionId): Call {
    const leaves = [
      subscribeLong(bus, `legs:${sessionId}`, (payload) => hearElsewhere(sessionId, payload)),
      bus.subscribe(`session:${sessionId}`, (payload) => {
        const state = stateInNews(payload)
        if (state) follow(sessionId, state)
      }),
    ]
    const call: Call = {
      legs: {},
      epochs: { student: 0, expert: 0 },
      held: [],
      saying: Promise.resolve(),
      leave: () => leaves.forEach((leave) => leave()),
    }
    calls.set(sessionId, call)
    return call
  }

  function follow(sessionId: SessionId, state: SessionState): void {
    // 'ended' is followed by the last word of the meter, which both should hear.
    if (state !== 'ringing' && state !== 'ended' && !isCall(state)) close(sessionId)
  }

  /** The bus was deaf for a while: sessions may have ended unnoticed. */
  async function lookAgain(): Promise<void> {
    try {
      const states = await listStates([...calls.keys()])
      for (const [sessionId, state] of states) follow(sessionId, state)
    } catch (err) {
      log.error({ err }, 'nobody knows which calls are over')
    }
  }

  function hearElsewhere(sessionId: SessionId, payload: string): void {
    const call = calls.get(sessionId)
    const heard = readMessage(elsewhere, payload)
    if (!call || !heard || heard.from === nodeId) return
    const { news } = heard
    if (news.kind === 'message') return news.to.forEach((side) => call.legs[side]?.send(news.message))
    arrive(sessionId, call, news)
    handOver(sessionId, call)
    // A process that knew nothing of this side until now is told about it.
    if (news.kind === 'arrived') {
      for (const side of sides) {
        if (call.legs[side]) say(sessionId, call, { kind: 'here', side, epoch: call.epochs[side] })
      }
    }
  }

  /** A side has come in: an earlier coming of it is over, and the other side hears of it. */
  function arrive(sessionId: SessionId, call: Call, { side, epoch }: { side: Side; epoch: number }): void {
    if (epoch <= call.epochs[side]) return
    call.epochs[side] = epoch
    const earlier = call.legs[side]
    if (earlier) {
      call.legs[side] = undefined
      earlier.leg = undefined
      earlier.send({ type: 'gone', session: sessionId, replaced: true })
    }
    // Another page has other things to say.
    if (side === 'student') call.held = []
    call.legs[otherSide(side)]?.send({ type: 'peer', session: sessionId, epoch })
  }

  function leaveCall(connection: Connection): void {
    const { leg } = connection
    const call = leg && calls.get(leg.sessionId)
    connection.leg = undefined
    if (!leg || !call || call.legs[leg.side] !== connection) return
    call.legs[leg.side] = undefined
    if (call.legs.student || call.legs.expert) return
    call.leave()
    calls.delete(leg.sessionId)
  }

  /** The session is over for everybody who is still in it. */
  function close(sessionId: SessionId): void {
    const call = calls.get(sessionId)
    for (const side of sides) {
      const connection = call?.legs[side]
      if (!connection) continue
      connection.send({ type: 'gone', session: sessionId })
      leaveCall(connection)
    }
  }

  function answerRefusal(connection: Connection, message: Said, error: unknown): void {
    if (!(error instanceof Refusal)) {
      log.error({ err: error, session: message.session }, 'a message of a call failed')
      return sendRefusal(connection, message, 'too_busy')
    }
    if (error.code === 'no_such_session') refused(connection, `${message.type} of a foreign session`)
    sendRefusal(connection, message, error.code)
  }
}

type Said = Pick<CallMessage, 'type' | 'session'>

function sendRefusal(connection: Connection, { type, session }: Said, code: RefusalCode): void {
  connection.send({ type: 'refused', what: type, session, text: refusals[code].text })
}

const side = z.enum(sides)
const epoch = z.number()
/** What processes tell one another about a call: who came in (and who is there already), and messages for who is elsewhere. */
const callNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrived'), side, epoch }),
  z.object({ kind: z.literal('here'), side, epoch }),
  z.object({ kind: z.literal('message'), to: z.array(side), message: serverMessage }),
])
type CallNews = z.infer<typeof callNews>
const elsewhere = z.object({ from: z.string(), news: callNews })
