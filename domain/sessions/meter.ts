import { dueWarning } from '#domain/sessions/rules.ts'
import { otherSide, type SessionState, type Side, sides } from '#domain/sessions/states.ts'
import {
  beatEveryMs,
  beatFreshMs,
  contradictionSlackBytes,
  excusedMaxMs,
  interruptedEarnedShare,
  interruptedTotalMaxMs,
  interruptionEarnedEveryMs,
  interruptionMaxMs,
  interruptionsMax,
} from '#kernel/limits.ts'

/**
 * Heartbeat of one side, every two seconds: its join epoch, a sequence number, and the bytes its transport received
 * and sent.
 */
export type Beat = { epoch: number; sequence: number; bytes: number; sent: number }

/** The reasons for which a meter ends a session. */
export type EndReason = 'money_spent' | 'time_over' | 'side_lost' | 'interrupted_too_long' | 'interrupted_too_often'

export type MeterEvent =
  | { what: 'connected' }
  /** `lost` is null when the service itself was disrupted. */
  | { what: 'interrupted'; lost: Side; atMs: number; evidence: Evidence }
  | { what: 'interrupted'; lost: null; atMs: number; evidence: { by: 'server' } }
  /** One side claims to have received far more than the other claims to have sent. */
  | { what: 'contradicted'; side: Side; receivedBytes: number; sentBytes: number }
  | { what: 'resumed'; afterMs: number }
  | { what: 'over'; reason: EndReason; lost: Side | null }

/**
 * `flat` has no new bytes from the other side. `old` is a repeated or late beat. After `gone`, the sender must close
 * its connection: its epoch or its session is over.
 */
export type BeatResult = 'good' | 'flat' | 'old' | 'gone'

/**
 * Whether the side without incoming data still sent heartbeats, and how much the other side claims to have sent
 * meanwhile.
 */
type Evidence = { stillSpeaks: boolean; otherSentBytes: number }

type SideState = Beat & { hasMediaBeat: boolean; lastBeatAtMs: number; otherSentAtMediaBeat: number }

export type MeterStart = {
  state: Extract<SessionState, 'connecting' | 'live' | 'interrupted'>
  liveMs: number
  heldMs: number
  /** The time until the call must end for the expert. Unlimited when missing. */
  msUntilCutOff?: number
  interruptions: number
  interruptedMs: number
  minuteMs: number
  epochs: Record<Side, number>
}

/** A side without a heartbeat for longer has missed one. */
const beatTimeoutMs = 1.25 * beatEveryMs

/**
 * Meters one session. It has no clock: the owner passes the time of a monotonic clock. Time counts only between
 * media beats of both sides that are less than five seconds apart, so no one is charged for time without media.
 */
export class Meter {
  phase: 'connecting' | 'live' | 'interrupted' | 'over'
  liveMs: number
  heldMs: number
  interruptions: number
  /** Total of past interruptions, plus time not counted because a side joined again. */
  interruptedMs: number
  /** The time that the student can afford beyond the hold. Undefined until known. */
  affordableMs: number | undefined
  /** Filled by the meter, emptied by its owner. */
  events: MeterEvent[] = []

  readonly #minuteMs: number
  readonly #sideStates: Record<Side, SideState>
  /** The last media beat of each side: a heartbeat with more received bytes than before. */
  readonly #lastMediaBeatAtMs: Record<Side, number> = { student: -Infinity, expert: -Infinity }
  /** The time of the first heartbeat of each side's current epoch, if this meter received an earlier epoch. */
  readonly #joinedAtMs: Record<Side, number> = { student: -Infinity, expert: -Infinity }
  /** The end of the time that has been counted so far. */
  #countedUntilMs = 0
  #lostAtMs = 0
  /** The service caused this interruption, so it does not count against either side. */
  #isExcused = false
  /** End of the last disruption of the service. Heartbeats before it may have been lost. */
  #excusedUntilMs = -Infinity
  #nowMs: number
  #cutAtMs: number
  #warnedAtMinutes = Infinity
  /**
   * The counters when both sides had sent a heartbeat in their current epochs. Earlier counters cannot be compared.
   */
  #compareFrom: Record<Side, { bytes: number; sent: number }> | undefined
  #hasContradiction = false

  constructor(start: MeterStart, nowMs: number) {
    this.phase = start.state === 'connecting' ? 'connecting' : 'interrupted'
    this.liveMs = start.liveMs
    this.heldMs = start.heldMs
    this.interruptions = start.interruptions
    this.interruptedMs = start.interruptedMs
    this.#minuteMs = start.minuteMs
    this.#sideStates = {
      student: newSideState(start.epochs.student),
      expert: newSideState(start.epochs.expert),
    }
    this.#nowMs = nowMs
    this.#cutAtMs = nowMs + (start.msUntilCutOff ?? Infinity)
    if (this.phase === 'interrupted') {
      this.#lostAtMs = nowMs
      this.#isExcused = true
    }
  }

  receive(side: Side, { epoch, sequence, bytes, sent }: Beat, atMs: number): BeatResult {
    const nowMs = this.tick(atMs)
    if (this.phase === 'over') return 'gone'
    let sideState = this.#sideStates[side]
    if (epoch < sideState.epoch) return 'gone'
    if (epoch > sideState.epoch) {
      if (sideState.sequence >= 0) this.#joinedAtMs[side] = nowMs
      sideState = this.#sideStates[side] = newSideState(epoch)
      // The counters of a new epoch start at zero.
      this.#sideStates[otherSide(side)].otherSentAtMediaBeat = 0
      this.#compareFrom = undefined
    }
    if (sequence <= sideState.sequence) return 'old'
    sideState.sequence = sequence
    sideState.lastBeatAtMs = nowMs
    sideState.sent = Math.max(sideState.sent, sent)
    const hasGrown = bytes > sideState.bytes
    sideState.bytes = Math.max(sideState.bytes, bytes)
    this.#compareCounters(side)
    if (!hasGrown) return 'flat'
    this.#recordMediaBeat(side, sideState, nowMs)
    return 'good'
  }

  /** Advances the clock. Returns the meter's time, which never goes back. */
  tick(atMs: number): number {
    const nowMs = (this.#nowMs = Math.max(this.#nowMs, atMs))
    if (this.phase === 'live') this.#tickLive(nowMs)
    if (this.phase === 'interrupted') this.#tickInterrupted(nowMs)
    if (this.phase !== 'over' && this.#cutAtMs <= nowMs) this.#end('time_over', null)
    return nowMs
  }

  /** Excuses silence up to now, because the service itself was disrupted. */
  excuseSilence(atMs: number): void {
    this.#excusedUntilMs = Math.max(this.#excusedUntilMs, atMs)
  }

  /** Adds time after the hold was extended. */
  extend(byMs: number): void {
    this.heldMs += byMs
    if (this.affordableMs !== undefined) this.affordableMs -= byMs
  }

  /** Moves the end of the expert's time. */
  setCutOff(ms: number, atMs: number): void {
    this.#cutAtMs = atMs + ms
  }

  /** Time left until the end of the expert's time. */
  msUntilCutOff(): number {
    return Math.max(0, this.#cutAtMs - this.#nowMs)
  }

  /** Time left until the hold is used up, if both sides stay connected. */
  heldMsLeft(): number {
    const runningMs = this.phase === 'live' ? this.#nowMs - this.#countedUntilMs : 0
    return Math.max(0, this.heldMs - this.liveMs - runningMs)
  }

  /** The hold is extended when one minute of it is left. */
  get needsExtension(): boolean {
    return this.phase === 'live' && this.heldMsLeft() <= this.#minuteMs
  }

  /** Whether the wallet balance is needed: to show the remaining time, to extend the hold, or to warn. */
  get needsBalance(): boolean {
    if (this.phase === 'connecting' || this.phase === 'over') return false
    if (this.affordableMs === undefined) return true
    // No time counts now, so the money lasts. If both sides agree to continue, `affordableMs` becomes undefined.
    if (this.phase === 'interrupted') return false
    return this.needsExtension || this.#dueWarning(this.affordableMs) < this.#warnedAtMinutes
  }

  /**
   * Returns the minutes left when a warning is due: once for each threshold, and again after money or time was added.
   */
  takeWarning(): number | null {
    if (this.phase !== 'live' || this.affordableMs === undefined) return null
    const due = this.#dueWarning(this.affordableMs)
    const isNew = due < this.#warnedAtMinutes
    this.#warnedAtMinutes = due === Infinity ? Infinity : Math.min(due, this.#warnedAtMinutes)
    return isNew ? due : null
  }

  /** Uses the earlier end: the money or the expert's time. */
  #dueWarning(affordableMs: number): number {
    const leftMs = Math.min(this.heldMsLeft() + affordableMs, this.msUntilCutOff())
    return dueWarning(leftMs, this.#minuteMs) ?? Infinity
  }

  #recordMediaBeat(side: Side, sideState: SideState, nowMs: number): void {
    const wasLive = this.phase === 'live'
    const isFirst = !sideState.hasMediaBeat
    sideState.hasMediaBeat = true
    sideState.otherSentAtMediaBeat = this.#sideStates[otherSide(side)].sent
    this.#lastMediaBeatAtMs[side] = nowMs
    if (wasLive && isFirst) this.#rejoin(side, nowMs)
    else if (wasLive) this.#addSharedTime()
    else if (nowMs - this.#earlierMediaBeatAtMs() < beatFreshMs && this.#bothHaveMedia()) this.#startCounting(nowMs)
  }

  #startCounting(nowMs: number): void {
    if (this.phase === 'interrupted') {
      const afterMs = nowMs - this.#lostAtMs
      if (!this.#isExcused) this.interruptedMs += afterMs
      this.events.push({ what: 'resumed', afterMs })
    } else this.events.push({ what: 'connected' })
    this.phase = 'live'
    this.#countedUntilMs = nowMs
  }

  /**
   * A side joined again. The gap is not billed, but counts as interrupted: otherwise constant rejoining would be free.
   */
  #rejoin(side: Side, nowMs: number): void {
    if (this.#excusedUntilMs <= this.#countedUntilMs) this.interruptedMs += nowMs - this.#countedUntilMs
    this.#countedUntilMs = nowMs
    if (this.interruptedMs >= this.#interruptedMaxMs()) this.#end('interrupted_too_long', side)
  }

  #addSharedTime(): void {
    const sharedUntilMs = this.#earlierMediaBeatAtMs()
    if (sharedUntilMs <= this.#countedUntilMs) return
    this.liveMs += sharedUntilMs - this.#countedUntilMs
    this.#countedUntilMs = sharedUntilMs
  }

  #tickLive(nowMs: number): void {
    const spentAtMs = this.#countedUntilMs + this.heldMs - this.liveMs
    const silentAtMs = this.#earlierMediaBeatAtMs() + beatFreshMs
    if (spentAtMs <= Math.min(nowMs, silentAtMs)) return this.#end('money_spent')
    if (silentAtMs > nowMs) return undefined
    this.#lostAtMs = this.#earlierMediaBeatAtMs()
    this.#isExcused = this.#excusedUntilMs > this.#lostAtMs
    this.phase = 'interrupted'
    const interrupted = { what: 'interrupted', atMs: this.#lostAtMs } as const
    if (this.#isExcused) {
      this.events.push({ ...interrupted, lost: null, evidence: { by: 'server' } })
      return undefined
    }
    this.interruptions += 1
    if (this.interruptions > this.#interruptionsMax()) return this.#end('interrupted_too_often')
    const lost = this.#silentSide()
    this.events.push({ ...interrupted, lost, evidence: this.#evidenceOf(lost, nowMs) })
  }

  #tickInterrupted(nowMs: number): void {
    if (this.#excusedUntilMs > this.#lostAtMs) this.#isExcused = true
    if (nowMs >= this.#lostAtMs + excusedMaxMs) return this.#end('side_lost', null)
    const singleLimitAtMs = Math.max(this.#lostAtMs, this.#excusedUntilMs) + interruptionMaxMs
    const totalLimitAtMs = this.#isExcused ? Infinity : this.#lostAtMs + this.#interruptedMaxMs() - this.interruptedMs
    if (nowMs >= Math.min(singleLimitAtMs, totalLimitAtMs))
      this.#end(totalLimitAtMs < singleLimitAtMs ? 'interrupted_too_long' : 'side_lost')
  }

  #interruptionsMax(): number {
    return interruptionsMax + Math.floor(this.liveMs / interruptionEarnedEveryMs)
  }

  #interruptedMaxMs(): number {
    return interruptedTotalMaxMs + this.liveMs * interruptedEarnedShare
  }

  #end(reason: EndReason, lost = reason === 'money_spent' ? null : this.#lostSide()): void {
    this.phase = 'over'
    this.events.push({ what: 'over', reason, lost })
  }

  /**
   * Compares the bytes that one side received with those that the other sent. The slack is for heartbeats that arrive
   * at different moments.
   */
  #compareCounters(side: Side): void {
    const { student, expert } = this.#sideStates
    if (this.#hasContradiction || student.sequence < 0 || expert.sequence < 0) return
    this.#compareFrom ??= { student: { ...student }, expert: { ...expert } }
    const other = otherSide(side)
    const receivedBytes = this.#sideStates[side].bytes - this.#compareFrom[side].bytes
    const sentBytes = this.#sideStates[other].sent - this.#compareFrom[other].sent
    if (receivedBytes <= 2 * sentBytes + contradictionSlackBytes) return
    this.#hasContradiction = true
    this.events.push({ what: 'contradicted', side, receivedBytes, sentBytes })
  }

  #evidenceOf(lost: Side, nowMs: number): Evidence {
    const sideState = this.#sideStates[lost]
    return {
      stillSpeaks: nowMs - sideState.lastBeatAtMs <= beatTimeoutMs,
      otherSentBytes: this.#sideStates[otherSide(lost)].sent - sideState.otherSentAtMediaBeat,
    }
  }

  #earlierMediaBeatAtMs(): number {
    return Math.min(this.#lastMediaBeatAtMs.student, this.#lastMediaBeatAtMs.expert)
  }

  /** Null if neither side has sent a media beat since this process started to meter. */
  #lostSide(): Side | null {
    const { student, expert } = this.#lastMediaBeatAtMs
    return Math.max(student, expert) === -Infinity ? null : this.#silentSide()
  }

  /** Data received from the other side's old page does not prove that its new page is connected. */
  #bothHaveMedia(): boolean {
    return this.#earlierMediaBeatAtMs() >= Math.max(this.#joinedAtMs.student, this.#joinedAtMs.expert)
  }

  /**
   * The side that has stopped sending heartbeats. If both or neither have stopped, the side whose last media beat is
   * older. If the other side has rejoined since, it is that side, because its reload cut the connection.
   */
  #silentSide(): Side {
    const silentSides = sides.filter((side) => this.#nowMs - this.#sideStates[side].lastBeatAtMs > beatTimeoutMs)
    const [only] = silentSides
    if (only && silentSides.length === 1) return only
    const side = this.#lastMediaBeatAtMs.student <= this.#lastMediaBeatAtMs.expert ? 'student' : 'expert'
    const other = otherSide(side)
    return this.#joinedAtMs[other] > this.#lastMediaBeatAtMs[side] ? other : side
  }
}

function newSideState(epoch: number): SideState {
  return {
    epoch,
    sequence: -1,
    bytes: 0,
    sent: 0,
    hasMediaBeat: false,
    lastBeatAtMs: -Infinity,
    otherSentAtMediaBeat: 0,
  }
}
