import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { isDatabaseAway } from '#domain/database-away.server.ts'
import { sweepBookings } from '#domain/bookings/sweep-bookings.server.ts'
import { type Beat, type EndReason, type Happening, type Heard, Meter } from '#domain/sessions/meter.ts'
import {
  extendSessions,
  giveUpLeases,
  leaseSession,
  type LeasedSession,
  listKilledNodes,
  type Reading,
  saveReadings,
  takeOverSessions,
} from '#domain/sessions/meter-rows.server.ts'
import type { CallContext, Note } from '#domain/sessions/move-session.server.ts'
import { type Settlement, settleSessions } from '#domain/sessions/settle-session.server.ts'
import { isCall, type Side, sides } from '#domain/sessions/states.ts'
import { sweepSessions } from '#domain/sessions/sweep-sessions.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { meterCheckpointMs, meterLeaseMs } from '#kernel/limits.ts'
import { readMessage } from '#live/protocol.ts'
import { stateInNews } from '#live/session-news.server.ts'
import type { Bus } from '#platform/bus/port.ts'

/** How late a cut-off may be, and how long the loss of a side may go unnoticed, beyond what the rules say. */
export const lookEveryMs = 250
/** Who runs short is asked about so often, so that money that is added in the call counts at once. */
const askEveryMs = 1_000
const retryEveryMs = 1_000
const extendedTogether = 200
const settledTogether = 50
const settledAtOnce = 3
const sweepEveryMs = 5_000
/** A process whose lock is free for so long was killed; one that has only lost its connection has it back before. */
const killedAfterMs = 1_000
/** Somebody has come whose session another process measures: if that one was killed, it is noticed within this time. */
const suspiciousForMs = 5_000
/** A database that takes longer for one piece of work is as good as away. */
const awayAfterMs = 2_000
/** After a database outage, every node has renewed its leases within this time. */
const backForMs = 5_000

/** How a session stands, for its two browsers. */
export type MeterNews = {
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
  say(sessionId: SessionId, to: readonly Side[], news: MeterNews): void
  log: Pick<Logger, 'error'>
  /** By which others see that this process lives; without one only leases tell. */
  lock?: { isSettled(): boolean }
  /** A clock that never jumps. */
  nowMs?(): number
  /** Tests move the hands themselves. */
  runs?: boolean
  /** A process that could not look for so long was frozen or starved, and heard nobody meanwhile. */
  frozenAfterMs?: number
}

type Measured = {
  meter: Meter
  session: LeasedSession
  events: Note[]
  /** Whether something must be written before the next checkpoint. */
  changed: boolean
  /** Whether this process was disturbed since the last checkpoint. */
  wasDisturbed: boolean
  /** Nobody else measures it for as long as a lease lasts after that. */
  leasedAtMs: number
  /** Its end stands in the database. */
  isPaid: boolean
  /** Its browsers have heard how it ended. */
  saidOver: boolean
  /** Why it ended by itself, once it has. */
  over?: { reason: EndReason; lost: Side | null }
  /** What failed is not tried again before that. */
  retryAtMs: number
  askedAtMs: number
  /** Who was heard and waits for an answer. */
  heard: Set<Side>
  /** The last known `affordableMs`. Pages get it while the wallet is being read again. */
  lastAffordableMs: number | undefined
  leave(): void
}

export type Meters = ReturnType<typeof createMeters>

/**
 * The meters of this process. What is measured lives in memory and is looked at four times a second; the database hears of all of it
 * in one statement every five seconds, and of changes at once. While the database is away the calls run on, to the end of what is held,
 * and while this process is disturbed nobody is blamed for silence. Once another process may have taken a session over, this one says
 * nothing final about it: two who heard different endings would never be told which was true.
 */
export function createMeters(options: Options) {
  const { system, nodeId, bus, say, log, lock, nowMs = () => performance.now() } = options
  const { runs = true, frozenAfterMs = 2_000 } = options
  const { minuteMs } = system.times
  const measured = new Map<SessionId, Measured>()
  let savedAtMs = nowMs()
  let lookedAtMs = nowMs()
  /** When each piece of work that waits for the database was begun, and whether the database was away for the last one. */
  const waiting = new Set<{ sinceMs: number }>()
  let isAway = false
  /** When the database was reached again. */
  let backSinceMs = -Infinity
  let sweptAtMs = nowMs()
  /** Processes whose locks are free, and since when. */
  let suspects = new Map<string, number>()
  let followedAtMs = nowMs()
  let suspiciousUntilMs = -Infinity
  /** What is being written now. Each of these runs once at a time, and one that is slow does not keep the others waiting. */
  const writing = new Map<(now: number) => Promise<void>, Promise<void>>()
  const looks = runs ? setInterval(() => void look(), lookEveryMs) : undefined

  return {
    /** A browser came in: its session is measured here, unless another process does. */
    async ensure(id: SessionId): Promise<void> {
      const own = measured.get(id)
      if (own) return tell(own)
      const askedAtMs = nowMs()
      const session = await leaseSession(system, { id, nodeId })
      if (!session) suspiciousUntilMs = askedAtMs + suspiciousForMs
      else if (!measured.has(id)) begin(session, askedAtMs)
    },
    /** A beat of a browser of this process. Undefined: it went to the process that measures. */
    hear(id: SessionId, side: Side, beat: Beat): Heard | undefined {
      const own = measured.get(id)
      if (own) return hear(own, side, beat)
      bus
        .publish(`beats:${id}`, JSON.stringify({ side, ...beat }))
        .catch((err) => log.error({ err, session: id }, 'a beat reached nobody'))
      return undefined
    },
    count: () => measured.size,
    /** One look at everything, and whatever has to be written after it. */
    look,
    async close(): Promise<void> {
      clearInterval(looks)
      await Promise.all(writing.values())
      for (const own of measured.values()) own.changed = true
      await Promise.all([checkpoint(nowMs()), settleOver(nowMs())])
      await attempt('the leases of this process run on', () => giveUpLeases(system, nodeId))
      for (const { leave } of measured.values()) leave()
      measured.clear()
    },
  }

  function begin(session: LeasedSession, leasedAtMs: number): void {
    const { heldMinutes, ...start } = session.start
    const own: Measured = {
      meter: new Meter({ ...start, heldMs: heldMinutes * minuteMs, minuteMs }, nowMs()),
      session,
      events: [],
      changed: false,
      wasDisturbed: false,
      retryAtMs: -Infinity,
      askedAtMs: -Infinity,
      leasedAtMs,
      heard: new Set(),
      lastAffordableMs: undefined,
      isPaid: false,
      saidOver: false,
      leave: listenTo(session),
    }
    measured.get(session.id)?.leave()
    measured.set(session.id, own)
    tell(own)
  }

  /** Beats that arrive elsewhere, steps of the session that are taken elsewhere, and money that comes or goes. */
  function listenTo({ id, studentId }: LeasedSession): () => void {
    const leaves = [
      bus.subscribe(`beats:${id}`, (payload) => {
        const beat = readMessage(beatElsewhere, payload)
        const own = measured.get(id)
        if (own && beat) hear(own, beat.side, beat)
      }),
      bus.subscribe(`session:${id}`, (payload) => {
        const own = measured.get(id)
        if (!own) return
        own.changed = true
        // Both may have agreed to go on: what there is of money and time is asked anew.
        own.meter.affordableMs = undefined
        // Somebody hung up: nothing counts from now on, however long the last word takes.
        const state = stateInNews(payload)
        if (state && !isCall(state)) own.meter.phase = 'over'
      }),
      bus.subscribe(`wallet:${studentId}`, () => {
        const own = measured.get(id)
        if (own) own.meter.affordableMs = undefined
      }),
    ]
    return () => leaves.forEach((leave) => leave())
  }

  /** Answered at the next look: many answers in one go cost a fraction of as many single ones. */
  function hear(own: Measured, side: Side, beat: Beat): Heard {
    const heard = own.meter.hear(side, beat, nowMs())
    if (heard === 'good' || heard === 'flat') own.heard.add(side)
    return heard
  }

  function look(): Promise<void> {
    const now = nowMs()
    const disturbed = isDisturbed(now)
    lookedAtMs = now
    for (const own of measured.values()) {
      if (disturbed) {
        own.meter.excuse(now)
        own.wasDisturbed = true
      }
      own.meter.look(now)
      for (const happening of own.meter.happenings.splice(0)) happen(own, happening)
      // A browser without an answer knows that its time does not count.
      if (own.heard.size > 0) tell(own, { to: [...own.heard] })
    }
    // A database that is slow delays what is written, never what is measured.
    const works = [tendRows, settleOver, extend].map((work) => {
      const running = writing.get(work) ?? work(now).finally(() => writing.delete(work))
      writing.set(work, running)
      return running
    })
    return Promise.all(works).then(() => undefined)
  }

  function isDisturbed(now: number): boolean {
    return (
      isAway ||
      [...waiting].some(({ sinceMs }) => isLate(sinceMs)) ||
      bus.isDeaf() ||
      now - lookedAtMs > frozenAfterMs
    )
  }

  function happen(own: Measured, happening: Happening): void {
    own.changed = true
    const line = { sessionId: own.session.id, side: null, details: {} }
    if (happening.what === 'connected') own.events.push({ ...line, what: 'connected' })
    if (happening.what === 'interrupted') {
      own.events.push({ ...line, what: 'lost', side: happening.lost, details: happening.evidence })
    }
    if (happening.what === 'contradicted') {
      const { side, receivedBytes, sentBytes } = happening
      own.events.push({ ...line, what: 'contradicted', side, details: { receivedBytes, sentBytes } })
    }
    if (happening.what === 'resumed') {
      own.events.push({ ...line, what: 'resumed', details: { afterMs: Math.round(happening.afterMs) } })
    }
    if (happening.what === 'over') own.over = { reason: happening.reason, lost: happening.lost }
    tell(own)
  }

  function tell(
    own: Measured,
    { to = sides, warning = null }: { to?: readonly Side[]; warning?: number | null } = {},
  ): void {
    const { meter, session } = own
    const { liveMs, heldMs, affordableMs = own.lastAffordableMs } = meter
    const isOurs = own.isPaid || nowMs() - own.leasedAtMs < meterLeaseMs
    const phase = meter.phase === 'over' && !isOurs ? 'interrupted' : meter.phase
    own.saidOver ||= phase === 'over'
    for (const side of to) own.heard.delete(side)
    const moneyMs = affordableMs === undefined ? null : meter.leftMs() + affordableMs
    const leftMs = moneyMs === null ? null : Math.min(moneyMs, meter.cutLeftMs())
    const endsBy = moneyMs !== null && meter.cutLeftMs() < moneyMs ? 'time' : 'money'
    say(session.id, to, { phase, liveMs, heldMs, leftMs, endsBy, warning })
  }

  /** What goes wrong with one thing must not keep the others from being written. */
  async function attempt(what: string, act: () => Promise<void>): Promise<void> {
    const work = { sinceMs: nowMs() }
    waiting.add(work)
    try {
      await act()
      if (isAway) backSinceMs = nowMs()
      isAway = false
    } catch (err) {
      isAway ||= isDatabaseAway(err)
      log.error({ err }, what)
    } finally {
      if (isLate(work.sinceMs)) backSinceMs = nowMs()
      waiting.delete(work)
    }
  }

  function isLate(sinceMs: number): boolean {
    return nowMs() - sinceMs > awayAfterMs
  }

  /** One after the other, because they touch the same rows. */
  async function tendRows(now: number): Promise<void> {
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

  /** After the database was away, the others have time to write their checkpoints. */
  function lapsedMs(): number | 'never' {
    if (isAway || nowMs() - backSinceMs < backForMs) return 'never'
    return lock && !lock.isSettled() ? 2 * meterLeaseMs : 0
  }

  /** From processes that were killed or fell silent. */
  async function takeOver(now: number): Promise<void> {
    const isSuspicious = suspects.size > 0 || now < suspiciousUntilMs
    if (now - followedAtMs < (isSuspicious ? killedAfterMs : sweepEveryMs)) return
    followedAtMs = now
    await attempt('killed and silent processes were not followed', async () => {
      const askedAtMs = nowMs()
      const free = lock?.isSettled() ? await listKilledNodes(system, nodeId) : []
      suspects = new Map(free.map((node) => [node, suspects.get(node) ?? now]))
      const killed = free.filter((node) => now - (suspects.get(node) ?? now) >= killedAfterMs)
      for (const session of await takeOverSessions(system, {
        nodeId,
        measuring: [...measured.keys()],
        killed,
        lapsedMs: lapsedMs(),
        isLate: () => isLate(askedAtMs),
      })) {
        begin(session, askedAtMs)
        system.publish(`session:${session.id}`, { type: 'changed' })
      }
    })
  }

  async function checkpoint(now: number): Promise<void> {
    const isCheckpoint = now - savedAtMs >= meterCheckpointMs
    const due = [...measured.values()].filter(
      (own) => own.meter.phase !== 'over' && now >= own.retryAtMs && (isCheckpoint || own.changed),
    )
    if (isCheckpoint) savedAtMs = now
    if (due.length > 0) await attempt('readings could not be written yet', () => save(due))
  }

  async function settleOver(now: number): Promise<void> {
    await settleAll(
      [...measured.values()].filter(({ meter, retryAtMs }) => meter.phase === 'over' && now >= retryAtMs),
    )
  }

  async function save(due: Measured[]): Promise<void> {
    const written = due.map((own) => ({ own, events: own.events.splice(0) }))
    for (const own of due) own.changed = false
    const events = written.flatMap((each) => each.events)
    let saved: Set<SessionId>
    const askedAtMs = nowMs()
    const readings = due.map(reading)
    for (const own of due) own.wasDisturbed = false
    try {
      saved = await saveReadings(system, { nodeId, readings, events })
    } catch (error) {
      for (const { own, events: unwritten } of written) {
        own.wasDisturbed = true
        own.events.unshift(...unwritten)
        own.changed = true
      }
      isAway = true
      throw error
    }
    for (const own of due) if (saved.has(own.session.id)) own.leasedAtMs = askedAtMs
    for (const { sessionId } of events) {
      if (saved.has(sessionId)) system.publish(`session:${sessionId}`, { type: 'changed' })
    }
    // Ended by somebody, or taken over by another process.
    await settleAll(due.filter(({ session }) => !saved.has(session.id)))
  }

  /** Many calls may end at once: they are paid together, and a few such batches share the connections with everybody else. */
  async function settleAll(over: Measured[]): Promise<void> {
    const rest = [...over]
    const work = async () => {
      while (rest.length > 0) await settle(rest.splice(0, settledTogether))
    }
    await Promise.all(Array.from({ length: settledAtOnce }, work))
  }

  /** The last word. It counts for those that have ended and were measured here to the end. */
  async function settle(batch: Measured[]): Promise<void> {
    for (const own of batch) own.retryAtMs = nowMs() + retryEveryMs
    let paid: Set<SessionId>
    try {
      paid = await settleSessions(system, batch.map(toSettlement))
    } catch (err) {
      const sessions = batch.map(({ session }) => session.id)
      if (batch.length === 1 || isDatabaseAway(err))
        return log.error({ err, sessions }, 'sessions could not be settled yet')
      // One that cannot be settled must not keep the others from it.
      for (const own of batch) await settle([own])
      return undefined
    }
    for (const own of batch) {
      own.isPaid = paid.has(own.session.id)
      own.leave()
      measured.delete(own.session.id)
      // Otherwise it may be alive, in the hands of another process.
      if (!own.isPaid || own.saidOver) continue
      own.meter.phase = 'over'
      tell(own)
    }
  }

  function toSettlement({ session: { id }, meter: { liveMs }, over }: Measured): Settlement {
    return { id, measured: { nodeId, liveMs }, ended: over }
  }

  /** A few hundred at a time: as long as one batch takes, none of it can be settled. */
  async function extend(now: number): Promise<void> {
    const short = [...measured.values()].filter(
      ({ meter, askedAtMs }) => meter.wantsBalance && now - askedAtMs >= askEveryMs,
    )
    for (const own of short) own.askedAtMs = now
    while (short.length > 0) {
      const batch = short.splice(0, extendedTogether)
      await attempt('holds could not be extended', () => extendBatch(batch, now))
    }
  }

  async function extendBatch(short: Measured[], now: number): Promise<void> {
    const money = await extendSessions(
      system,
      short.map(({ session, meter }) => ({ id: session.id, more: meter.wantsMore })),
    )
    for (const own of short) {
      const { meter, session } = own
      const found = money.get(session.id)
      if (!found) continue
      const wasUnknown = meter.affordableMs === undefined
      const moreMs = found.heldMinutes * minuteMs - meter.heldMs
      if (moreMs > 0) meter.extend(moreMs)
      meter.affordableMs = found.affordableMinutes * minuteMs
      own.lastAffordableMs = meter.affordableMs
      meter.cutIn(found.cutInMs, now)
      const warning = meter.takeWarning()
      if (moreMs > 0 || warning !== null || wasUnknown) tell(own, { warning })
    }
  }
}

function reading({ session, meter, wasDisturbed }: Measured): Reading {
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
const beatElsewhere = z.object({
  side: z.enum(sides),
  epoch: count,
  sequence: count,
  bytes: count,
  sent: count,
})
