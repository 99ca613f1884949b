import type { SessionEvent } from '#domain/sessions/contract.ts'
import { connectMs, freeUnderSeconds, ringMs } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'

/** Durations of a call. Tests shorten them. With DATABASE_URL, a minute always has 60 seconds. */
export type CallTimes = { ringMs: number; connectMs: number; minuteMs: number }

export const callTimes: CallTimes = { ringMs, connectMs, minuteMs: 60_000 }

/**
 * The billed minutes: the time in which both sides were connected, rounded up once to whole minutes. Calls below the
 * free limit cost nothing.
 */
export function billedMinutes(liveMs: number, minuteMs = callTimes.minuteMs): number {
  return liveMs < (freeUnderSeconds * minuteMs) / 60 ? 0 : Math.ceil(liveMs / minuteMs)
}

/** The minutes left, including the started one, as on the bill. The last minute counts as 1 until the call ends. */
export function minutesLeft(leftMs: number, minuteMs: number): number {
  return Math.max(1, Math.ceil(leftMs / minuteMs))
}

/** Both people are warned when this many minutes are left. */
const warnAtMinutes = [3, 1] as const

/** The warning that is due, in minutes left. Null if no warning is due. */
export function dueWarning(leftMs: number, minuteMs: number): number | null {
  return warnAtMinutes.findLast((minutes) => minutesLeft(leftMs, minuteMs) <= minutes) ?? null
}

type Terms = { ratePaisePerMinute: Paise }

/** The minutes covered by the hold. */
export function heldMinutes(held: Paise, { ratePaisePerMinute }: Terms): number {
  return Math.floor(held / ratePaisePerMinute)
}

type ChargeInput = Terms & { liveMs: number; held: Paise; minuteMs: number }

/** The charged minutes: never more than were held. */
export function chargedMinutes({ liveMs, held, ratePaisePerMinute, minuteMs }: ChargeInput): number {
  return Math.min(billedMinutes(liveMs, minuteMs), heldMinutes(held, { ratePaisePerMinute }))
}

export type SessionEventLine = Pick<SessionEvent, 'what' | 'side' | 'details'>

/**
 * Whether the session ended because the student left: hung up while the expert was connected, or sent no more
 * heartbeats and did not rejoin. A broken connection or a server outage does not count.
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

/** The interruption during which the session ended, if any. */
export function findInterruption(events: SessionEventLine[]): SessionEventLine | null {
  const change = events.findLast(({ what }) => what === 'lost' || what === 'resumed')
  return change?.what === 'lost' ? change : null
}

/** Frequent interruptions do not count as leaving. */
export function isDisconnect({ details: { reason } }: SessionEventLine): boolean {
  return reason === 'side_lost' || reason === 'interrupted_too_long'
}
