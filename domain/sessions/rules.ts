import { freeUnderSeconds } from '#kernel/limits.ts'

/**
 * The minutes that a session is billed for: every started minute of the time in which both sides were connected,
 * rounded once, and none at all for a call that was over before it began.
 */
export function billedMinutes(sharedMs: number): number {
  return sharedMs < freeUnderSeconds * 1_000 ? 0 : Math.ceil(sharedMs / 60_000)
}
