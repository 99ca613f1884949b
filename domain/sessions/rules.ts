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

type Shared = Terms & { liveMs: number; held: Paise; minuteMs: number }

/** What is charged in the end: never more than was held. */
export function chargedMinutes({ liveMs, held, ratePaisePerMinute, minuteMs }: Shared): number {
  return Math.min(billedMinutes(liveMs, minuteMs), heldMinutes(held, { ratePaisePerMinute }))
}

/** Whether a description that one browser sends to the other says where its sender is. */
export function hasAddress(signal: string): boolean {
  return /candidate/i.test(signal)
}
