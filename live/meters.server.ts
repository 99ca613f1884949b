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
import { watchDatabase } from '#live/database-watch.server.ts'
import { readMessage } from '#live/protocol.ts'
import { readSessionState } from '#live/session-message.server.ts'
import type { Bus } from '#platform/bus/port.ts'

/** The delay of a cut-off, and of noticing a lost side, beyond what the rules allow. */
export const tickEveryMs = 250
/** How often the balance is read again when money runs short, so that money added during the call counts quickly. */
const balanceCheckEveryMs = 1_000
const retryEveryMs = 1_000
const extendBatchSize = 200
const settleBatchSize = 50
const settleConcurrency = 3
const sweepEveryMs = 5_000
/**
 * A process whose lock is free for this long was killed; one that only lost its connection has re-acquired it by then.
 */
const killedAfterMs = 1_000
/** After a join into a session that another process meters, a kill of that process is noticed within this time. */
const suspiciousForMs = 5_000

/** The state of a session for its two browsers. */
export type MeterUpdate = {
  phase: Meter['phase']
  liveMs: number
  heldMs: number
  /** How long the hold, the wallet and the expert's time last from now on, as far as known. */
  leftMs: number | null
  endsBy: 'money' | 'time'
  /** The remaining minutes, when they are few. */
  warning: number | null
}

type Options = {
  /** Acts as the product itself. */
  system: CallContext
  nodeId: string
  bus: Pick<Bus, 'publish' | 'subscribe' | 'isDeaf'>
  /** Sends to the browsers of these sides, on any node. */
  send(sessionId: SessionId, to: readonly Side[], update: MeterUpdate): void
  log: Pick<Logger, 'error'>
  /** Shows other processes that this one is alive; without it only leases do. */
  lock?: { isSettled(): boolean }
  /** A monotonic clock. */
  nowMs?(): number
  /** False in tests, which call `tick` themselves. */
  ticksByItself?: boolean
  /** A process that could not tick for this long was frozen or starved, and received nothing meanwhile. */
  frozenAfterMs?: number
}

type MeteredSession = {
  meter: Meter
  session: LeasedSession
  events: NewSessionEvent[]
  /** Whether something must be saved before the next checkpoint. */
  changed: boolean
  /** Whether this process had a fault since the last checkpoint. */
  wasDisturbed: boolean
  /** No other process meters the session until a lease duration after this. */
  leasedAtMs: number
  /** Whether its end is saved in the database. */
  isSettled: boolean
  /** Whether its browsers have received the end. */
  wasOverSent: boolean
  /** Why the meter ended it, once it has. */
  ended?: { reason: EndReason; lost: Side | null }
  /** No retry before this time. */
  retryAtMs: number
  balanceCheckedAtMs: number
  /** Sides whose beats were received and that wait for an update. */
  awaitingReply: Set<Side>
  /** The last known `affordableMs`, sent to pages while the wallet is being read again. */
  lastAffordableMs: number | undefined
  unsubscribe(): void
}

export type Meters = ReturnType<typeof createMeters>

/**
 * The meters of this process. Readings live in memory and tick four times a second. The database gets all of them in
 * one statement at every checkpoint, and changes at once.
 * While the database is unavailable, calls continue until their hold is used up. While this process has a fault,
 * silence is excused. Once another process may have taken a session over, this one sends nothing final about it: the
 * two browsers must never get different endings.
 */
export function createMeters(options: Options) {
  const { system, nodeId, bus, send, log, lock, nowMs = () => performance.now() } = options
  const { ticksByItself = true, frozenAfterMs = 2_000 } = options
  const { minuteMs } = system.times
  const database = watchDatabase({ log, nowMs })
  const meteredSessions = new Map<SessionId, MeteredSession>()
  let savedAtMs = nowMs()
  let tickedAtMs = nowMs()
  let sweptAtMs = nowMs()
  /** Processes whose locks are free, and since when. */
  let suspects = new Map<string, number>()
  let takeOverCheckedAtMs = nowMs()
  let suspiciousUntilMs = -Infinity
  /** The running database work. Each task runs once at a time, and a slow one does not delay the others. */
  const runningTasks = new Map<(now: number) => Promise<void>, Promise<void>>()
  const ticker = ticksByItself ? setInterval(() => void tick(), tickEveryMs) : undefined

  return {
    /** A browser has joined: meters its session here, unless another process does. */
    async ensure(id: SessionId): Promise<void> {
      const metered = meteredSessions.get(id)
      if (metered) return sendUpdate(metered)
      const requestedAtMs = nowMs()
      const session = await leaseSession(system, { id, nodeId })
      if (!session) suspiciousUntilMs = requestedAtMs + suspiciousForMs
      else if (!meteredSessions.has(id)) startMetering(session, requestedAtMs)
    },
    /** Handles a beat of a local browser. Returns undefined when it was forwarded to the metering process. */
    receive(id: SessionId, side: Side, beat: Beat): BeatResult | undefined {
      const metered = meteredSessions.get(id)
      if (metered) return receive(metered, side, beat)
      bus
        .publish(`beats:${id}`, JSON.stringify({ side, ...beat }))
        .catch((err) => log.error({ err, session: id }, 'publishing a beat failed'))
      return undefined
    },
    count: () => meteredSessions.size,
    /** Ticks all meters once and starts the resulting writes. */
    tick,
    async close(): Promise<void> {
      clearInterval(ticker)
      await Promise.all(runningTasks.values())
      for (const metered of meteredSessions.values()) metered.changed = true
      await Promise.all([checkpoint(nowMs()), settleEnded(nowMs())])
      await database.attempt('releasing the leases of this process failed', () =>
        releaseLeases(system, nodeId),
      )
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

  /** Subscribes to beats that arrive on other nodes, changes of the session and changes of the wallet. */
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
        // Both may have agreed to continue: read money and time again.
        metered.meter.affordableMs = undefined
        // After a hang-up no time counts from now on, however long the settlement takes.
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

  /** Replies at the next tick, because a batch of replies costs a fraction of single ones. */
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
      // A browser without a reply knows that its time does not count.
      if (metered.awaitingReply.size > 0) sendUpdate(metered, { to: [...metered.awaitingReply] })
    }
    // A slow database delays the writes, never the metering.
    const tasks = [maintainRows, settleEnded, extend].map((work) => {
      const running = runningTasks.get(work) ?? work(now).finally(() => runningTasks.delete(work))
      runningTasks.set(work, running)
      return running
    })
    return Promise.all(tasks).then(() => undefined)
  }

  function isDisturbed(now: number): boolean {
    return database.isAway() || bus.isDeaf() || now - tickedAtMs > frozenAfterMs
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

  /** Sequential, because all three touch the same rows. */
  async function maintainRows(now: number): Promise<void> {
    await checkpoint(now)
    await takeOver(now)
    await sweep(now)
  }

  /** Ends overdue sessions and bookings that jobs and meters have missed. */
  async function sweep(now: number): Promise<void> {
    if (now - sweptAtMs < sweepEveryMs) return
    sweptAtMs = now
    await database.attempt('sweeping sessions failed', () => sweepSessions(system))
    await database.attempt('sweeping bookings failed', () => sweepBookings(system))
  }

  /** After a database outage, other processes need time to write their checkpoints and re-acquire their locks. */
  function lapsedMs(): number | 'never' {
    if (database.wasJustAway()) return 'never'
    return lock && !lock.isSettled() ? 2 * meterLeaseMs : 0
  }

  /** Takes over sessions of processes that were killed or fell silent. */
  async function takeOver(now: number): Promise<void> {
    const isSuspicious = suspects.size > 0 || now < suspiciousUntilMs
    if (now - takeOverCheckedAtMs < (isSuspicious ? killedAfterMs : sweepEveryMs)) return
    takeOverCheckedAtMs = now
    await database.attempt('taking over sessions of dead processes failed', async () => {
      const requestedAtMs = nowMs()
      const free = lock?.isSettled() ? await listKilledNodes(system, nodeId) : []
      suspects = new Map(free.map((node) => [node, suspects.get(node) ?? now]))
      const killed = free.filter((node) => now - (suspects.get(node) ?? now) >= killedAfterMs)
      for (const session of await takeOverSessions(system, {
        nodeId,
        measuring: [...meteredSessions.keys()],
        killed,
        lapsedMs: lapsedMs(),
        isLate: () => database.isLate(requestedAtMs),
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
    if (due.length === 0) return
    // Whatever the error is: while nothing is saved, this process must not blame or take over anybody.
    await database.attempt(
      'saving meter readings failed, will retry',
      () => save(due),
      () => true,
    )
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
      throw error
    }
    for (const metered of due) if (saved.has(metered.session.id)) metered.leasedAtMs = requestedAtMs
    for (const { sessionId } of events) {
      if (saved.has(sessionId)) system.publish(`session:${sessionId}`, { type: 'changed' })
    }
    // These sessions were ended by a person, or taken over by another process.
    await settleAll(due.filter(({ session }) => !saved.has(session.id)))
  }

  /**
   * Many calls may end at once: they settle in batches, and few batches run at once to leave connections for others.
   */
  async function settleAll(ended: MeteredSession[]): Promise<void> {
    const rest = [...ended]
    const work = async () => {
      while (rest.length > 0) await settle(rest.splice(0, settleBatchSize))
    }
    await Promise.all(Array.from({ length: settleConcurrency }, work))
  }

  /** Settles sessions that have ended and were metered here to the end. */
  async function settle(batch: MeteredSession[]): Promise<void> {
    for (const metered of batch) metered.retryAtMs = nowMs() + retryEveryMs
    let paid: Set<SessionId>
    try {
      paid = await settleSessions(system, batch.map(toSettlement))
    } catch (err) {
      const sessions = batch.map(({ session }) => session.id)
      if (batch.length === 1 || isDatabaseAway(err))
        return log.error({ err, sessions }, 'settling sessions failed, will retry')
      // One session that cannot be settled must not block the others.
      for (const metered of batch) await settle([metered])
      return undefined
    }
    for (const metered of batch) {
      metered.isSettled = paid.has(metered.session.id)
      metered.unsubscribe()
      meteredSessions.delete(metered.session.id)
      // Otherwise another process may still be metering it.
      if (!metered.isSettled || metered.wasOverSent) continue
      metered.meter.phase = 'over'
      sendUpdate(metered)
    }
  }

  function toSettlement({ session: { id }, meter: { liveMs }, ended }: MeteredSession): SessionSettlement {
    return { id, metered: { nodeId, liveMs }, ended: ended }
  }

  /** In batches of a few hundred, because a session cannot be settled while its batch runs. */
  async function extend(now: number): Promise<void> {
    const short = [...meteredSessions.values()].filter(
      ({ meter, balanceCheckedAtMs }) =>
        meter.needsBalance && now - balanceCheckedAtMs >= balanceCheckEveryMs,
    )
    for (const metered of short) metered.balanceCheckedAtMs = now
    while (short.length > 0) {
      const batch = short.splice(0, extendBatchSize)
      await database.attempt('extending holds failed', () => extendBatch(batch, now))
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
