import { sweepBookings } from '#domain/bookings/sweep-bookings.server.ts'
import { sweepRequests } from '#domain/requests/continue-request.server.ts'
import type { Beat, BeatResult, MeterEvent } from '#domain/sessions/meter.ts'
import { leaseSession, type LeasedSession, releaseLeases } from '#domain/sessions/meter-rows.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { sweepSessions } from '#domain/sessions/sweep-sessions.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { createCheckpoints } from '#live/checkpoints.server.ts'
import { watchDatabase } from '#live/database-watch.server.ts'
import { createHoldExtension } from '#live/hold-extension.server.ts'
import { forwardBeat, subscribeMeter } from '#live/meter-bus.server.ts'
import { createMeterUpdates, type SendUpdate } from '#live/meter-updates.server.ts'
import { MeteredSession, type MeteringNode } from '#live/metered-session.server.ts'
import { createSettlement } from '#live/settlement.server.ts'
import { type AliveLock, createTakeOver } from '#live/take-over.server.ts'
import type { Bus } from '#platform/bus/port.ts'

/** A cut-off happens, and a lost side is noticed, at most this much later than the rules say. */
export const tickEveryMs = 250
const sweepEveryMs = 5_000

type Options = Pick<MeteringNode, 'system' | 'nodeId' | 'log'> & {
  bus: Pick<Bus, 'publish' | 'subscribe' | 'isDisconnected'>
  send: SendUpdate
  lock?: AliveLock
  /** Called with each event of a meter of this process, for its figures. */
  onEvent?: (event: MeterEvent) => void
  nowMs?: MeteringNode['nowMs']
  /** False in tests, which call `tick` themselves. */
  ticksByItself?: boolean
  /** A process that could not tick for this long was frozen and received nothing during that time. */
  frozenAfterMs?: number
}

export type Meters = ReturnType<typeof createMeters>

/**
 * The meters of this process. They run in memory and tick four times a second; every checkpoint saves their readings in
 * the database. While the database is unavailable, calls continue until their hold is used up. While this process has a
 * fault, missing beats are excused.
 */
export function createMeters(options: Options) {
  const { system, nodeId, bus, send, log, lock, nowMs = () => performance.now() } = options
  const { ticksByItself = true, frozenAfterMs = 2_000, onEvent = () => undefined } = options
  const sessions = new Map<SessionId, MeteredSession>()
  const database = watchDatabase({ log, nowMs })
  const node: MeteringNode = { nodeId, sessions, system, database, nowMs, log }
  const sendUpdate = createMeterUpdates({ send, nowMs })
  const settlement = createSettlement(node, stopMetering)
  const checkpoint = createCheckpoints(node, settlement.settleAll)
  const extendHolds = createHoldExtension(node, sendUpdate)
  const takeOver = createTakeOver(node, { lock, onTaken: continueMetering })
  let tickedAtMs = nowMs()
  let sweptAtMs = nowMs()
  /** The running database work. Each task runs once at a time, and a slow one does not delay the others. */
  const runningTasks = new Map<(now: number) => Promise<void>, Promise<void>>()
  const ticker = ticksByItself ? setInterval(() => void tick(), tickEveryMs) : undefined

  return {
    /** A browser has joined: meters its session here, unless another process does. */
    async ensureMetered(id: SessionId): Promise<void> {
      const metered = sessions.get(id)
      if (metered) return sendUpdate(metered)
      const requestedAtMs = nowMs()
      const session = await leaseSession(system, { id, nodeId })
      if (!session) takeOver.suspectSince(requestedAtMs)
      else if (!sessions.has(id)) startMetering(session, requestedAtMs)
    },
    /** Handles a beat of a local browser. Returns undefined when it was forwarded to the metering process. */
    receive(id: SessionId, side: Side, beat: Beat): BeatResult | undefined {
      const metered = sessions.get(id)
      if (metered) return metered.receive(side, beat, nowMs())
      forwardBeat(bus, id, { side, ...beat }).catch((err) =>
        log.error({ err, session: id }, 'publishing a beat failed'),
      )
      return undefined
    },
    count: () => sessions.size,
    /** Ticks all meters once and starts the resulting writes. */
    tick,
    async close(): Promise<void> {
      clearInterval(ticker)
      await Promise.all(runningTasks.values())
      for (const metered of sessions.values()) metered.hasChanged = true
      await Promise.all([checkpoint(nowMs()), settlement.settleOver(nowMs())])
      await database.attempt('releasing the leases of this process failed', () => releaseLeases(system, nodeId))
      for (const { unsubscribe } of sessions.values()) unsubscribe()
      sessions.clear()
    },
  }

  function startMetering(session: LeasedSession, leasedAtMs: number): void {
    const { minuteMs } = system.times
    const metered = new MeteredSession(session, { leasedAtMs, minuteMs, nowMs: nowMs() })
    metered.unsubscribe = subscribeMeter(bus, metered, nowMs)
    sessions.get(session.id)?.unsubscribe()
    sessions.set(session.id, metered)
    sendUpdate(metered)
  }

  /** Another process has failed during the call. */
  function continueMetering(session: LeasedSession, leasedAtMs: number): void {
    if (session.start.state === 'interrupted') {
      onEvent({ what: 'interrupted', lost: null, atMs: leasedAtMs, evidence: { by: 'server' } })
    }
    startMetering(session, leasedAtMs)
  }

  function stopMetering(metered: MeteredSession): void {
    metered.unsubscribe()
    sessions.delete(metered.session.id)
    // A session that is not settled may be metered by another process now.
    if (!metered.isSettled || metered.wasEndSent) return
    metered.meter.phase = 'over'
    sendUpdate(metered)
  }

  function tick(): Promise<void> {
    const now = nowMs()
    const isFaulty = hasFault(now)
    tickedAtMs = now
    for (const metered of sessions.values()) {
      if (isFaulty) {
        metered.meter.excuseSilence(now)
        metered.hadFault = true
      }
      metered.meter.tick(now)
      for (const event of metered.meter.events.splice(0)) {
        metered.keepEvent(event)
        onEvent(event)
        sendUpdate(metered)
      }
      // Without a reply, a browser stops its clock and shows that it is reconnecting.
      if (metered.awaitingReply.size > 0) sendUpdate(metered, { to: [...metered.awaitingReply] })
    }
    // A slow database delays the writes, never the metering.
    const tasks = [maintainRows, settlement.settleOver, extendHolds].map((work) => {
      const running = runningTasks.get(work) ?? work(now).finally(() => runningTasks.delete(work))
      runningTasks.set(work, running)
      return running
    })
    return Promise.all(tasks).then(() => undefined)
  }

  function hasFault(now: number): boolean {
    return database.isUnavailable() || bus.isDisconnected() || now - tickedAtMs > frozenAfterMs
  }

  /** Sequential, because all three touch the same rows. */
  async function maintainRows(now: number): Promise<void> {
    await checkpoint(now)
    await takeOver.check(now)
    await sweep(now)
  }

  /** Ends overdue sessions and bookings and continues requests, in case jobs and meters have missed them. */
  async function sweep(now: number): Promise<void> {
    if (now - sweptAtMs < sweepEveryMs) return
    sweptAtMs = now
    await database.attempt('sweeping sessions failed', () => sweepSessions(system))
    await database.attempt('sweeping bookings failed', () => sweepBookings(system))
    await database.attempt('sweeping requests failed', () => sweepRequests(system))
  }
}
