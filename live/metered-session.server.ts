import type { Logger } from 'pino'
import { type Beat, type BeatResult, type EndReason, Meter, type MeterEvent } from '#domain/sessions/meter.ts'
import type { LeasedSession } from '#domain/sessions/meter-rows.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { CallContext, NewSessionEvent } from '#domain/sessions/transition-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { DatabaseWatch } from '#live/database-watch.server.ts'

/** A process that meters sessions. */
export type MeteringNode = {
  nodeId: string
  sessions: Map<SessionId, MeteredSession>
  /** Acts as the product itself. */
  system: CallContext
  database: DatabaseWatch
  /** A monotonic clock. */
  nowMs(): number
  log: Pick<Logger, 'error'>
}

/** A session whose meter runs in this process, with everything that is not saved, settled or sent yet. */
export class MeteredSession {
  readonly session: LeasedSession
  readonly meter: Meter
  /** Events that the timeline does not have yet. */
  readonly events: NewSessionEvent[] = []
  /** Whether something must be saved before the next checkpoint. */
  hasChanged = false
  /** Whether this process had a fault since the last checkpoint. */
  hadFault = false
  /** No other process meters the session for the duration of a lease after this time. */
  leasedAtMs: number
  /** Whether its end is saved in the database. */
  isSettled = false
  /** Whether its browsers have received the end. */
  wasEndSent = false
  /** Set when the meter has ended the session. */
  ended?: { reason: EndReason; lost: Side | null }
  /** No retry before this time. */
  retryAtMs = -Infinity
  balanceCheckedAtMs = -Infinity
  /** Sides that have sent a beat and wait for the reply. */
  readonly awaitingReply = new Set<Side>()
  /** The last known `affordableMs`, sent to pages while the wallet is being read again. */
  lastAffordableMs: number | undefined
  /** Ends its subscriptions to the bus. */
  unsubscribe: () => void = () => undefined

  constructor(session: LeasedSession, times: { leasedAtMs: number; minuteMs: number; nowMs: number }) {
    const { leasedAtMs, minuteMs, nowMs } = times
    const { heldMinutes, ...start } = session.start
    this.session = session
    this.meter = new Meter({ ...start, heldMs: heldMinutes * minuteMs, minuteMs }, nowMs)
    this.leasedAtMs = leasedAtMs
  }

  /** The next tick sends all replies together, which costs much less than single replies. */
  receive(side: Side, beat: Beat, nowMs: number): BeatResult {
    const result = this.meter.receive(side, beat, nowMs)
    if (result === 'good' || result === 'flat') this.awaitingReply.add(side)
    return result
  }

  /** Keeps an event of the meter for the timeline, or the reason of the end. */
  keepEvent(event: MeterEvent): void {
    this.hasChanged = true
    const line = { sessionId: this.session.id, side: null, details: {} }
    if (event.what === 'connected') this.events.push({ ...line, what: 'connected' })
    if (event.what === 'interrupted')
      this.events.push({ ...line, what: 'lost', side: event.lost, details: event.evidence })
    if (event.what === 'contradicted') {
      const { side, receivedBytes, sentBytes } = event
      this.events.push({ ...line, what: 'contradicted', side, details: { receivedBytes, sentBytes } })
    }
    if (event.what === 'resumed')
      this.events.push({ ...line, what: 'resumed', details: { afterMs: Math.round(event.afterMs) } })
    if (event.what === 'over') this.ended = { reason: event.reason, lost: event.lost }
  }
}
