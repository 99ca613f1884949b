import type { SessionEvent } from '#domain/sessions/contract.ts'
import { connectMs, freeUnderSeconds, ringMs } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'

/** How long things take. Tests shorten them; a minute that is not a minute exists in the embedded demo only. */
export type CallTimes = { ringMs: number; connectMs: number; minuteMs: number }

export const callTimes: CallTimes = { ringMs, connectMs, minuteMs: 60_000 }

/**
 * The minutes that a session is billed for: every started minute of the time in which both sides were connected,
 * rounded once, and none at all for a call that was over before it began.
 */
export function billedMinutes(sharedMs: number, minuteMs = callTimes.minuteMs): number {
  return sharedMs < (freeUnderSeconds * minuteMs) / 60 ? 0 : Math.ceil(sharedMs / minuteMs)
}

type Terms = { ratePaisePerMinute: Paise }

/** The minutes that were paid for in advance. */
export function heldMinutes(held: Paise, { ratePaisePerMinute }: Terms): number {
  return Math.floor(held / ratePaisePerMinute)
}

type ChargeInput = Terms & { liveMs: number; held: Paise; minuteMs: number }

/** What is charged in the end: never more than was held. */
export function chargedMinutes({ liveMs, held, ratePaisePerMinute, minuteMs }: ChargeInput): number {
  return Math.min(billedMinutes(liveMs, minuteMs), heldMinutes(held, { ratePaisePerMinute }))
}

export type SessionEventLine = Pick<SessionEvent, 'what' | 'side' | 'details'>

/**
 * Whether a session ended because the student left it: hung up while nobody else was away, or fell silent and did not come back. A
 * line that broke, or a server that was away, is nobody who left.
 */
export function hasStudentLeft(events: SessionEventLine[]): boolean {
  const end = findEnd(events)
  if (!end) return false
  const interruption = findInterruption(events)
  const isOwn = interruption?.side === 'student'
  if (end.what === 'hung up') return end.side === 'student' && (!interruption || isOwn)
  return isDisconnect(end) && isOwn && interruption.details.stillSpeaks === false
}

export function findEnd(events: SessionEventLine[]): SessionEventLine | undefined {
  return events.findLast(({ what }) => what === 'hung up' || what === 'ended')
}

/** The interruption in which it ended, if it did in one. */
export function findInterruption(events: SessionEventLine[]): SessionEventLine | null {
  const change = events.findLast(({ what }) => what === 'lost' || what === 'resumed')
  return change?.what === 'lost' ? change : null
}

/** A line that broke often is not somebody who left. */
export function isDisconnect({ details: { reason } }: SessionEventLine): boolean {
  return reason === 'side_lost' || reason === 'interrupted_too_long'
}
