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

/** What a side says every two seconds: which of its comings this is, a running number, what its transport received and sent. */
export type Beat = { epoch: number; sequence: number; bytes: number; sent: number }

/** Why the meter ended a session. */
export type EndReason =
  | 'money_spent'
  | 'time_over'
  | 'side_lost'
  | 'interrupted_too_long'
  | 'interrupted_too_often'

export type Happening =
  | { what: 'connected' }
  /** Nobody is lost where the product itself was disturbed. */
  | { what: 'interrupted'; lost: Side; atMs: number; evidence: Evidence }
  | { what: 'interrupted'; lost: null; atMs: number; evidence: { by: 'server' } }
  /** One side says to have received far more than the other says to have sent. */
  | { what: 'contradicted'; side: Side; receivedBytes: number; sentBytes: number }
  | { what: 'resumed'; afterMs: number }
  | { what: 'over'; reason: EndReason; lost: Side | null }

/** `gone` tells the sender to close: it speaks for a coming, or for a session, that is over. */
export type Heard = 'good' | 'flat' | 'old' | 'gone'

/** Whether the side that received nothing still spoke, and what the other says to have sent meanwhile. */
type Evidence = { stillSpeaks: boolean; otherSentBytes: number }

type Leg = Beat & { proved: boolean; heardAtMs: number; otherSentAtProof: number }

export type MeterStart = {
  state: Extract<SessionState, 'connecting' | 'live' | 'interrupted'>
  liveMs: number
  heldMs: number
  /** So long from now on the expert has time; without end when nothing is said. */
  cutInMs?: number
  interruptions: number
  interruptedMs: number
  minuteMs: number
  epochs: Record<Side, number>
}

/** A side from which nothing came for longer has missed a beat. */
const speaksWithinMs = 1.25 * beatEveryMs

/** Minutes left at which people are told. */
const warnAtMinutes = [3, 1] as const

/**
 * Measures one session. It has no clock: whoever holds it says what time it is, by a clock that never jumps. Time counts only
 * between two proofs of both sides that are less than five seconds apart, so nothing is ever guessed in anybody's disfavour.
 */
export class Meter {
  phase: 'connecting' | 'live' | 'interrupted' | 'over'
  liveMs: number
  heldMs: number
  interruptions: number
  /** Of those that are over, and what was not counted because somebody came anew. */
  interruptedMs: number
  /** What the student's money buys beyond what is held, as far as it is known. */
  affordableMs: number | undefined
  /** Filled by what happens, emptied by who reads it. */
  happenings: Happening[] = []

  readonly #minuteMs: number
  readonly #legs: Record<Side, Leg>
  /** The last proof of each side. */
  readonly #goodAtMs: Record<Side, number> = { student: -Infinity, expert: -Infinity }
  /** When each side was first heard of in its present coming, if another one had been heard of here before. */
  readonly #cameAtMs: Record<Side, number> = { student: -Infinity, expert: -Infinity }
  /** Up to where the time of the current stretch is counted. */
  #countedToMs = 0
  #lostAtMs = 0
  /** The product is to blame, not the people: such an interruption is not held against them. */
  #blameless = false
  /** Up to then the product was disturbed, and whoever was silent may have spoken. */
  #excusedToMs = -Infinity
  #nowMs: number
  #cutAtMs: number
  #warnedAt = Infinity
  /** The counters when both sides had spoken in their present comings; before that they cannot be compared. */
  #compareFrom: Record<Side, { bytes: number; sent: number }> | undefined
  #contradicted = false

  constructor(start: MeterStart, nowMs: number) {
    this.phase = start.state === 'connecting' ? 'connecting' : 'interrupted'
    this.liveMs = start.liveMs
    this.heldMs = start.heldMs
    this.interruptions = start.interruptions
    this.interruptedMs = start.interruptedMs
    this.#minuteMs = start.minuteMs
    this.#legs = { student: newLeg(start.epochs.student), expert: newLeg(start.epochs.expert) }
    this.#nowMs = nowMs
    this.#cutAtMs = nowMs + (start.cutInMs ?? Infinity)
    if (this.phase === 'interrupted') {
      this.#lostAtMs = nowMs
      this.#blameless = true
    }
  }

  hear(side: Side, { epoch, sequence, bytes, sent }: Beat, atMs: number): Heard {
    const nowMs = this.look(atMs)
    if (this.phase === 'over') return 'gone'
    let leg = this.#legs[side]
    if (epoch < leg.epoch) return 'gone'
    if (epoch > leg.epoch) {
      if (leg.sequence >= 0) this.#cameAtMs[side] = nowMs
      leg = this.#legs[side] = newLeg(epoch)
      // The counters of a new coming begin at nothing.
      this.#legs[otherSide(side)].otherSentAtProof = 0
      this.#compareFrom = undefined
    }
    if (sequence <= leg.sequence) return 'old'
    leg.sequence = sequence
    leg.heardAtMs = nowMs
    leg.sent = Math.max(leg.sent, sent)
    const grew = bytes > leg.bytes
    leg.bytes = Math.max(leg.bytes, bytes)
    this.#compare(side)
    if (!grew) return 'flat'
    this.#prove(side, leg, nowMs)
    return 'good'
  }

  /** Time has passed. Answers with the time that counts: it never goes back. */
  look(atMs: number): number {
    const nowMs = (this.#nowMs = Math.max(this.#nowMs, atMs))
    if (this.phase === 'live') this.#lookAtLive(nowMs)
    if (this.phase === 'interrupted') this.#lookAtInterrupted(nowMs)
    if (this.phase !== 'over' && this.#cutAtMs <= nowMs) this.#end('time_over', null)
    return nowMs
  }

  /** Whoever has not been heard up to now may have spoken: the product itself was disturbed. */
  excuse(atMs: number): void {
    this.#excusedToMs = Math.max(this.#excusedToMs, atMs)
  }

  /** More has been held. */
  extend(byMs: number): void {
    this.heldMs += byMs
    if (this.affordableMs !== undefined) this.affordableMs -= byMs
  }

  /** The expert's time ends otherwise than it was thought. */
  cutIn(ms: number, atMs: number): void {
    this.#cutAtMs = atMs + ms
  }

  /** Until the expert's time is another's. */
  cutLeftMs(): number {
    return Math.max(0, this.#cutAtMs - this.#nowMs)
  }

  /** Until the money that is held is spent, if both stay. */
  leftMs(): number {
    const running = this.phase === 'live' ? this.#nowMs - this.#countedToMs : 0
    return Math.max(0, this.heldMs - this.liveMs - running)
  }

  /** A minute before the hold is used up it is extended. */
  get wantsMore(): boolean {
    return this.phase === 'live' && this.leftMs() <= this.#minuteMs
  }

  /** Whether it must be known what the student has: to say how long it lasts, to extend, or to say that it runs short. */
  get wantsBalance(): boolean {
    if (this.phase === 'connecting' || this.phase === 'over') return false
    if (this.affordableMs === undefined) return true
    // Nothing runs out while nothing counts, but both may have agreed to go on meanwhile, which makes it unknown.
    if (this.phase === 'interrupted') return false
    return this.wantsMore || this.#dueWarning(this.affordableMs) < this.#warnedAt
  }

  /** The minutes left, when it is time to say so; once for each, and again after money or time came. */
  takeWarning(): number | null {
    if (this.phase !== 'live' || this.affordableMs === undefined) return null
    const due = this.#dueWarning(this.affordableMs)
    const isNew = due < this.#warnedAt
    this.#warnedAt = due === Infinity ? Infinity : Math.min(due, this.#warnedAt)
    return isNew ? due : null
  }

  /** Whatever ends first, the money or the expert's time. */
  #dueWarning(affordableMs: number): number {
    const leftMs = Math.min(this.leftMs() + affordableMs, this.cutLeftMs())
    return warnAtMinutes.findLast((minutes) => leftMs <= minutes * this.#minuteMs) ?? Infinity
  }

  #prove(side: Side, leg: Leg, nowMs: number): void {
    const wasLive = this.phase === 'live'
    const isFirst = !leg.proved
    leg.proved = true
    leg.otherSentAtProof = this.#legs[otherSide(side)].sent
    this.#goodAtMs[side] = nowMs
    if (wasLive && isFirst) this.#comeAnew(side, nowMs)
    else if (wasLive) this.#count()
    else if (nowMs - this.#earlierProof() < beatFreshMs && this.#isBothProved()) this.#begin(nowMs)
  }

  #begin(nowMs: number): void {
    if (this.phase === 'interrupted') {
      const afterMs = nowMs - this.#lostAtMs
      if (!this.#blameless) this.interruptedMs += afterMs
      this.happenings.push({ what: 'resumed', afterMs })
    } else this.happenings.push({ what: 'connected' })
    this.phase = 'live'
    this.#countedToMs = nowMs
  }

  /** Somebody was away for a moment, which nobody pays for. Who came anew all the time would talk for free, so it adds up. */
  #comeAnew(side: Side, nowMs: number): void {
    if (this.#excusedToMs <= this.#countedToMs) this.interruptedMs += nowMs - this.#countedToMs
    this.#countedToMs = nowMs
    if (this.interruptedMs >= this.#interruptedMaxMs()) this.#end('interrupted_too_long', side)
  }

  #count(): void {
    const reachMs = this.#earlierProof()
    if (reachMs <= this.#countedToMs) return
    this.liveMs += reachMs - this.#countedToMs
    this.#countedToMs = reachMs
  }

  #lookAtLive(nowMs: number): void {
    const spentAtMs = this.#countedToMs + this.heldMs - this.liveMs
    const silentAtMs = this.#earlierProof() + beatFreshMs
    if (spentAtMs <= Math.min(nowMs, silentAtMs)) return this.#end('money_spent')
    if (silentAtMs > nowMs) return undefined
    this.#lostAtMs = this.#earlierProof()
    this.#blameless = this.#excusedToMs > this.#lostAtMs
    this.phase = 'interrupted'
    const interrupted = { what: 'interrupted', atMs: this.#lostAtMs } as const
    if (this.#blameless) {
      this.happenings.push({ ...interrupted, lost: null, evidence: { by: 'server' } })
      return undefined
    }
    this.interruptions += 1
    if (this.interruptions > this.#interruptionsMax()) return this.#end('interrupted_too_often')
    const lost = this.#silentSide()
    this.happenings.push({ ...interrupted, lost, evidence: this.#evidenceOf(lost, nowMs) })
  }

  #lookAtInterrupted(nowMs: number): void {
    if (this.#excusedToMs > this.#lostAtMs) this.#blameless = true
    if (nowMs >= this.#lostAtMs + excusedMaxMs) return this.#end('side_lost', null)
    const ownMs = Math.max(this.#lostAtMs, this.#excusedToMs) + interruptionMaxMs
    const totalMs = this.#blameless
      ? Infinity
      : this.#lostAtMs + this.#interruptedMaxMs() - this.interruptedMs
    if (nowMs >= Math.min(ownMs, totalMs)) this.#end(totalMs < ownMs ? 'interrupted_too_long' : 'side_lost')
  }

  #interruptionsMax(): number {
    return interruptionsMax + Math.floor(this.liveMs / interruptionEarnedEveryMs)
  }

  #interruptedMaxMs(): number {
    return interruptedTotalMaxMs + this.liveMs * interruptedEarnedShare
  }

  #end(reason: EndReason, lost = reason === 'money_spent' ? null : this.#lostSide()): void {
    this.phase = 'over'
    this.happenings.push({ what: 'over', reason, lost })
  }

  /** What one side received is held against what the other sent. The two speak at different moments, hence the slack. */
  #compare(side: Side): void {
    const { student, expert } = this.#legs
    if (this.#contradicted || student.sequence < 0 || expert.sequence < 0) return
    this.#compareFrom ??= { student: { ...student }, expert: { ...expert } }
    const other = otherSide(side)
    const receivedBytes = this.#legs[side].bytes - this.#compareFrom[side].bytes
    const sentBytes = this.#legs[other].sent - this.#compareFrom[other].sent
    if (receivedBytes <= 2 * sentBytes + contradictionSlackBytes) return
    this.#contradicted = true
    this.happenings.push({ what: 'contradicted', side, receivedBytes, sentBytes })
  }

  #evidenceOf(lost: Side, nowMs: number): Evidence {
    const leg = this.#legs[lost]
    return {
      stillSpeaks: nowMs - leg.heardAtMs <= speaksWithinMs,
      otherSentBytes: this.#legs[otherSide(lost)].sent - leg.otherSentAtProof,
    }
  }

  #earlierProof(): number {
    return Math.min(this.#goodAtMs.student, this.#goodAtMs.expert)
  }

  /** Nobody's, when neither has proved anything since this process measures. */
  #lostSide(): Side | null {
    const { student, expert } = this.#goodAtMs
    return Math.max(student, expert) === -Infinity ? null : this.#silentSide()
  }

  /** Data that was received from the other side's old page does not prove that its new page is heard. */
  #isBothProved(): boolean {
    return this.#earlierProof() >= Math.max(this.#cameAtMs.student, this.#cameAtMs.expert)
  }

  /**
   * The side that has stopped sending beats. When both or neither have, the side whose last proof is older, unless the other side has joined
   * again since: its reload cut the line.
   */
  #silentSide(): Side {
    const mute = sides.filter((side) => this.#nowMs - this.#legs[side].heardAtMs > speaksWithinMs)
    const [only] = mute
    if (only && mute.length === 1) return only
    const side = this.#goodAtMs.student <= this.#goodAtMs.expert ? 'student' : 'expert'
    const other = otherSide(side)
    return this.#cameAtMs[other] > this.#goodAtMs[side] ? other : side
  }
}

function newLeg(epoch: number): Leg {
  return { epoch, sequence: -1, bytes: 0, sent: 0, proved: false, heardAtMs: -Infinity, otherSentAtProof: 0 }
}
