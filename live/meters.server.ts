import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { isDatabaseAway } from '#domain/database-away.server.ts'
import { sweepBookings } from '#domain/bookings/sweep-bookings.server.ts'
import { type Beat, type EndReason, type MeterEvent, type BeatResult, Meter } from '#domain/sessions/meter.ts'
import {
  extendSessions,
  releaseLeases,
  leaseSession,
  type LeasedSession,
  listKilledNodes,
  type Reading,
  saveReadings,
  takeOverSessions,
} from '#domain/sessions/meter-rows.server.ts'
import type { CallContext, NewSessionEvent } from '#domain/sessions/transition-session.server.ts'
import { type SessionSettlement, settleSessions } from '#domain/sessions/settle-session.server.ts'
import { isCall, type Side, sides } from '#domain/sessions/states.ts'
import { sweepSessions } from '#domain/sessions/sweep-sessions.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { meterCheckpointMs, meterLeaseMs } from '#kernel/limits.ts'
import { readMessage } from '#live/protocol.ts'
import { readSessionState } from '#live/session-message.server.ts'
import type { Bus } from '#platform/bus/port.ts'

/** How late a cut-off may be, and how long the loss of a side may go unnoticed, beyond what the rules say. */
export const tickEveryMs = 250
/** Who runs short is asked about so often, so that money that is added in the call counts at once. */
const balanceCheckEveryMs = 1_000
const retryEveryMs = 1_000
const extendBatchSize = 200
const settleBatchSize = 50
const settleConcurrency = 3
const sweepEveryMs = 5_000
/** A process whose lock is free for so long was killed; one that has only lost its connection has it back before. */
const killedAfterMs = 1_000
/** Somebody has come whose session another process measures: if that one was killed, it is noticed within this time. */
const suspiciousForMs = 5_000
/** A database that takes longer for one piece of work is as good as away. */
const databaseTimeoutMs = 2_000

/** How a session stands, for its two browsers. */
export type MeterUpdate = {
  phase: Meter['phase']
  liveMs: number
  heldMs: number
  /** How long hold and wallet last from here on, as far as it is known, and the expert has time. */
  leftMs: number | null
  endsBy: 'money' | 'time'
  /** So few minutes are left. */
  warning: number | null
}

type Options = {
  /** As the product itself. */
  system: CallContext
  nodeId: string
  bus: Pick<Bus, 'publish' | 'subscribe' | 'isDeaf'>
  /** Tells the browsers of these sides, wherever they are. */
  send(sessionId: SessionId, to: readonly Side[], update: MeterUpdate): void
  log: Pick<Logger, 'error'>
  /** By which others see that this process lives; without one only leases tell. */
  lock?: { isSettled(): boolean }
  /** A clock that never jumps. */
  nowMs?(): number
  /** Tests move the hands themselves. */
  ticksByItself?: boolean
  /** A process that could not look for so long was frozen or starved, and heard nobody meanwhile. */
  frozenAfterMs?: number
}

type MeteredSession = {
  meter: Meter
  session: LeasedSession
  events: NewSessionEvent[]
  /** Whether something must be written before the next checkpoint. */
  changed: boolean
  /** Whether this process was disturbed since the last checkpoint. */
  wasDisturbed: boolean
  /** Nobody else measures it for as long as a lease lasts after that. */
  leasedAtMs: number
  /** Its end stands in the database. */
  isSettled: boolean
  /** Its browsers have heard how it ended. */
  wasOverSent: boolean
  /** Why it ended by itself, once it has. */
  ended?: { reason: EndReason; lost: Side | null }
  /** What failed is not tried again before that. */
  retryAtMs: number
  balanceCheckedAtMs: number
  /** Who was heard and waits for an answer. */
  awaitingReply: Set<Side>
  /** The last known `affordableMs`. Pages get it while the wallet is being read again. */
  lastAffordableMs: number | undefined
  unsubscribe(): void
}

export type Meters = ReturnType<typeof createMeters>

/**
 * The meters of this process. What is measured lives in memory and is looked at four times a second; the database hears of all of it
 * in one statement every five seconds, and of changes at once. While the database is away the calls run on, to the end of what is held,
 * and while this process is disturbed nobody is blamed for silence. Once another process may have taken a session over, this one says
 * nothing final about it: two who heard different endings would never be told which was true.
 */
export function createMeters(options: Options) {
  const { system, nodeId, bus, send, log, lock, nowMs = () => performance.now() } = options
  const { ticksByItself = true, frozenAfterMs = 2_000 } = options
  const { minuteMs } = system.times
  const meteredSessions = new Map<SessionId, MeteredSession>()
  let savedAtMs = nowMs()
  let tickedAtMs = nowMs()
  /** When each piece of work that waits for the database was begun, and whether the database was away for the last one. */
  const waiting = new Set<{ sinceMs: number }>()
  let lastWriteFailed = false
  let sweptAtMs = nowMs()
  /** Processes whose locks are free, and since when. */
  let suspects = new Map<string, number>()
  let takeOverCheckedAtMs = nowMs()
  let suspiciousUntilMs = -Infinity
  /** What is being written now. Each of these runs once at a time, and one that is slow does not keep the others waiting. */
  const runningTasks = new Map<(now: number) => Promise<void>, Promise<void>>()
  const ticker = ticksByItself ? setInterval(() => void tick(), tickEveryMs) : undefined

  return {
    /** A browser came in: its session is measured here, unless another process does. */
    async ensure(id: SessionId): Promise<void> {
      const metered = meteredSessions.get(id)
      if (metered) return sendUpdate(metered)
      const requestedAtMs = nowMs()
      const session = await leaseSession(system, { id, nodeId, mustWait: mustWait() })
      if (!session) suspiciousUntilMs = requestedAtMs + suspiciousForMs
      else if (!meteredSessions.has(id)) startMetering(session, requestedAtMs)
    },
    /** A beat of a browser of this process. Undefined: it went to the process that measures. */
    receive(id: SessionId, side: Side, beat: Beat): BeatResult | undefined {
      const metered = meteredSessions.get(id)
      if (metered) return receive(metered, side, beat)
      bus
        .publish(`beats:${id}`, JSON.stringify({ side, ...beat }))
        .catch((err) => log.error({ err, session: id }, 'a beat reached nobody'))
      return undefined
    },
    count: () => meteredSessions.size,
    /** One look at everything, and whatever has to be written after it. */
    tick,
    async close(): Promise<void> {
      clearInterval(ticker)
      await Promise.all(runningTasks.values())
      for (const metered of meteredSessions.values()) metered.changed = true
      await Promise.all([checkpoint(nowMs()), settleEnded(nowMs())])
      await attempt('the leases of this process run on', () => releaseLeases(system, nodeId))
      for (const { unsubscribe } of meteredSessions.values()) unsubscribe()
      meteredSessions.clear()
    },
  }

  function startMetering(session: LeasedSession, leasedAtMs: number): void {
    const { heldMinutes, ...start } = session.start
    const metered: MeteredSession = {
      meter: new Meter({ ...start, heldMs: heldMinutes * minuteMs, minuteMs }, nowMs()),
      session,
      events: [],
      changed: false,
      wasDisturbed: false,
      retryAtMs: -Infinity,
      balanceCheckedAtMs: -Infinity,
      leasedAtMs,
      awaitingReply: new Set(),
      lastAffordableMs: undefined,
      isSettled: false,
      wasOverSent: false,
      unsubscribe: subscribeTo(session),
    }
    meteredSessions.get(session.id)?.unsubscribe()
    meteredSessions.set(session.id, metered)
    sendUpdate(metered)
  }

  /** Beats that arrive elsewhere, steps of the session that are taken elsewhere, and money that comes or goes. */
  function subscribeTo({ id, studentId }: LeasedSession): () => void {
    const unsubscribers = [
      bus.subscribe(`beats:${id}`, (payload) => {
        const beat = readMessage(remoteBeat, payload)
        const metered = meteredSessions.get(id)
        if (metered && beat) receive(metered, beat.side, beat)
      }),
      bus.subscribe(`session:${id}`, (payload) => {
        const metered = meteredSessions.get(id)
        if (!metered) return
        metered.changed = true
        // Both may have agreed to go on: what there is of money and time is asked anew.
        metered.meter.affordableMs = undefined
        // Somebody hung up: nothing counts from now on, however long the last word takes.
        const state = readSessionState(payload)
        if (state && !isCall(state)) metered.meter.phase = 'over'
      }),
      bus.subscribe(`wallet:${studentId}`, () => {
        const metered = meteredSessions.get(id)
        if (metered) metered.meter.affordableMs = undefined
      }),
    ]
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
  }

  /** Answered at the next look: many answers in one go cost a fraction of as many single ones. */
  function receive(metered: MeteredSession, side: Side, beat: Beat): BeatResult {
    const result = metered.meter.receive(side, beat, nowMs())
    if (result === 'good' || result === 'flat') metered.awaitingReply.add(side)
    return result
  }

  function tick(): Promise<void> {
    const now = nowMs()
    const disturbed = isDisturbed(now)
    tickedAtMs = now
    for (const metered of meteredSessions.values()) {
      if (disturbed) {
        metered.meter.excuseSilence(now)
        metered.wasDisturbed = true
      }
      metered.meter.tick(now)
      for (const event of metered.meter.events.splice(0)) handleEvent(metered, event)
      // A browser without an answer knows that its time does not count.
      if (metered.awaitingReply.size > 0) sendUpdate(metered, { to: [...metered.awaitingReply] })
    }
    // A database that is slow delays what is written, never what is measured.
    const tasks = [maintainRows, settleEnded, extend].map((work) => {
      const running = runningTasks.get(work) ?? work(now).finally(() => runningTasks.delete(work))
      runningTasks.set(work, running)
      return running
    })
    return Promise.all(tasks).then(() => undefined)
  }

  function isDisturbed(now: number): boolean {
    const isLate = [...waiting].some(({ sinceMs }) => now - sinceMs > databaseTimeoutMs)
    return lastWriteFailed || isLate || bus.isDeaf() || now - tickedAtMs > frozenAfterMs
  }

  function handleEvent(metered: MeteredSession, event: MeterEvent): void {
    metered.changed = true
    const line = { sessionId: metered.session.id, side: null, details: {} }
    if (event.what === 'connected') metered.events.push({ ...line, what: 'connected' })
    if (event.what === 'interrupted') {
      metered.events.push({ ...line, what: 'lost', side: event.lost, details: event.evidence })
    }
    if (event.what === 'contradicted') {
      const { side, receivedBytes, sentBytes } = event
      metered.events.push({ ...line, what: 'contradicted', side, details: { receivedBytes, sentBytes } })
    }
    if (event.what === 'resumed') {
      metered.events.push({ ...line, what: 'resumed', details: { afterMs: Math.round(event.afterMs) } })
    }
    if (event.what === 'over') metered.ended = { reason: event.reason, lost: event.lost }
    sendUpdate(metered)
  }

  function sendUpdate(
    metered: MeteredSession,
    { to = sides, warning = null }: { to?: readonly Side[]; warning?: number | null } = {},
  ): void {
    const { meter, session } = metered
    const { liveMs, heldMs, affordableMs = metered.lastAffordableMs } = meter
    const holdsLease = metered.isSettled || nowMs() - metered.leasedAtMs < meterLeaseMs
    const phase = meter.phase === 'over' && !holdsLease ? 'interrupted' : meter.phase
    metered.wasOverSent ||= phase === 'over'
    for (const side of to) metered.awaitingReply.delete(side)
    const moneyMs = affordableMs === undefined ? null : meter.heldMsLeft() + affordableMs
    const leftMs = moneyMs === null ? null : Math.min(moneyMs, meter.msUntilCutOff())
    const endsBy = moneyMs !== null && meter.msUntilCutOff() < moneyMs ? 'time' : 'money'
    send(session.id, to, { phase, liveMs, heldMs, leftMs, endsBy, warning })
  }

  /** What goes wrong with one thing must not keep the others from being written. */
  async function attempt(what: string, act: () => Promise<void>): Promise<void> {
    const work = { sinceMs: nowMs() }
    waiting.add(work)
    try {
      await act()
      lastWriteFailed = false
    } catch (err) {
      lastWriteFailed ||= isDatabaseAway(err)
      log.error({ err }, what)
    } finally {
      waiting.delete(work)
    }
  }

  /** One after the other, because they touch the same rows. */
  async function maintainRows(now: number): Promise<void> {
    await checkpoint(now)
    await takeOver(now)
    await sweep(now)
  }

  /** What should be over and is not: the net under jobs and meters. */
  async function sweep(now: number): Promise<void> {
    if (now - sweptAtMs < sweepEveryMs) return
    sweptAtMs = now
    await attempt('sessions that should be over are not', () => sweepSessions(system))
    await attempt('bookings that should be decided are not', () => sweepBookings(system))
  }

  /** After the database was away, the others have time to say that they live. */
  function mustWait(): boolean {
    return lock !== undefined && !lock.isSettled()
  }

  /** From processes that were killed or fell silent. */
  async function takeOver(now: number): Promise<void> {
    const isSuspicious = suspects.size > 0 || now < suspiciousUntilMs
    if (now - takeOverCheckedAtMs < (isSuspicious ? killedAfterMs : sweepEveryMs)) return
    takeOverCheckedAtMs = now
    await attempt('killed and silent processes were not followed', async () => {
      const free = lock?.isSettled() ? await listKilledNodes(system, nodeId) : []
      suspects = new Map(free.map((node) => [node, suspects.get(node) ?? now]))
      const killed = free.filter((node) => now - (suspects.get(node) ?? now) >= killedAfterMs)
      const [measuring, requestedAtMs] = [[...meteredSessions.keys()], nowMs()]
      for (const session of await takeOverSessions(system, {
        nodeId,
        measuring,
        killed,
        mustWait: mustWait(),
      })) {
        startMetering(session, requestedAtMs)
        system.publish(`session:${session.id}`, { type: 'changed' })
      }
    })
  }

  async function checkpoint(now: number): Promise<void> {
    const isCheckpoint = now - savedAtMs >= meterCheckpointMs
    const due = [...meteredSessions.values()].filter(
      (metered) =>
        metered.meter.phase !== 'over' && now >= metered.retryAtMs && (isCheckpoint || metered.changed),
    )
    if (isCheckpoint) savedAtMs = now
    if (due.length > 0) await attempt('readings could not be written yet', () => save(due))
  }

  async function settleEnded(now: number): Promise<void> {
    await settleAll(
      [...meteredSessions.values()].filter(
        ({ meter, retryAtMs }) => meter.phase === 'over' && now >= retryAtMs,
      ),
    )
  }

  async function save(due: MeteredSession[]): Promise<void> {
    const written = due.map((metered) => ({ metered, events: metered.events.splice(0) }))
    for (const metered of due) metered.changed = false
    const events = written.flatMap((each) => each.events)
    let saved: Set<SessionId>
    const requestedAtMs = nowMs()
    const readings = due.map(toReading)
    for (const metered of due) metered.wasDisturbed = false
    try {
      saved = await saveReadings(system, { nodeId, readings, events })
    } catch (error) {
      for (const { metered, events: unwritten } of written) {
        metered.wasDisturbed = true
        metered.events.unshift(...unwritten)
        metered.changed = true
      }
      lastWriteFailed = true
      throw error
    }
    for (const metered of due) if (saved.has(metered.session.id)) metered.leasedAtMs = requestedAtMs
    for (const { sessionId } of events) {
      if (saved.has(sessionId)) system.publish(`session:${sessionId}`, { type: 'changed' })
    }
    // Ended by somebody, or taken over by another process.
    await settleAll(due.filter(({ session }) => !saved.has(session.id)))
  }

  /** Many calls may end at once: they are paid together, and a few such batches share the connections with everybody else. */
  async function settleAll(ended: MeteredSession[]): Promise<void> {
    const rest = [...ended]
    const work = async () => {
      while (rest.length > 0) await settle(rest.splice(0, settleBatchSize))
    }
    await Promise.all(Array.from({ length: settleConcurrency }, work))
  }

  /** The last word. It counts for those that have ended and were measured here to the end. */
  async function settle(batch: MeteredSession[]): Promise<void> {
    for (const metered of batch) metered.retryAtMs = nowMs() + retryEveryMs
    let paid: Set<SessionId>
    try {
      paid = await settleSessions(system, batch.map(toSettlement))
    } catch (err) {
      const sessions = batch.map(({ session }) => session.id)
      if (batch.length === 1 || isDatabaseAway(err))
        return log.error({ err, sessions }, 'sessions could not be settled yet')
      // One that cannot be settled must not keep the others from it.
      for (const metered of batch) await settle([metered])
      return undefined
    }
    for (const metered of batch) {
      metered.isSettled = paid.has(metered.session.id)
      metered.unsubscribe()
      meteredSessions.delete(metered.session.id)
      // Otherwise it may be alive, in the hands of another process.
      if (!metered.isSettled || metered.wasOverSent) continue
      metered.meter.phase = 'over'
      sendUpdate(metered)
    }
  }

  function toSettlement({ session: { id }, meter: { liveMs }, ended }: MeteredSession): SessionSettlement {
    return { id, metered: { nodeId, liveMs }, ended: ended }
  }

  /** A few hundred at a time: as long as one batch takes, none of it can be settled. */
  async function extend(now: number): Promise<void> {
    const short = [...meteredSessions.values()].filter(
      ({ meter, balanceCheckedAtMs }) =>
        meter.needsBalance && now - balanceCheckedAtMs >= balanceCheckEveryMs,
    )
    for (const metered of short) metered.balanceCheckedAtMs = now
    while (short.length > 0) {
      const batch = short.splice(0, extendBatchSize)
      await attempt('holds could not be extended', () => extendBatch(batch, now))
    }
  }

  async function extendBatch(short: MeteredSession[], now: number): Promise<void> {
    const money = await extendSessions(
      system,
      short.map(({ session, meter }) => ({ id: session.id, more: meter.needsExtension })),
    )
    for (const metered of short) {
      const { meter, session } = metered
      const found = money.get(session.id)
      if (!found) continue
      const wasUnknown = meter.affordableMs === undefined
      const moreMs = found.heldMinutes * minuteMs - meter.heldMs
      if (moreMs > 0) meter.extend(moreMs)
      meter.affordableMs = found.affordableMinutes * minuteMs
      metered.lastAffordableMs = meter.affordableMs
      meter.setCutOff(found.msUntilCutOff, now)
      const warning = meter.takeWarning()
      if (moreMs > 0 || warning !== null || wasUnknown) sendUpdate(metered, { warning })
    }
  }
}

function toReading({ session, meter, wasDisturbed }: MeteredSession): Reading {
  const { phase, liveMs, interruptions, interruptedMs } = meter
  return {
    sessionId: session.id,
    state: phase === 'over' ? 'interrupted' : phase,
    liveMs,
    interruptions,
    interruptedMs,
    isExcused: wasDisturbed,
  }
}

const count = z.number().check(z.int(), z.nonnegative())
const remoteBeat = z.object({
  side: z.enum(sides),
  epoch: count,
  sequence: count,
  bytes: count,
  sent: count,
})
