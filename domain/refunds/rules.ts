import type { Fault } from '#domain/refunds/contract.ts'
import { findEnd, findInterruption, isDisconnect, type SessionEventLine } from '#domain/sessions/rules.ts'
import { expertLeftEarlyMinutes, refundRequestHours } from '#kernel/limits.ts'

type FaultEvidence = { liveMs: number; minuteMs: number; events: SessionEventLine[] }

/**
 * The fault for which a billed session is refunded without asking. That nothing flowed is none of these: time counts only while both
 * receive something, so a call without media was never billed.
 */
export function findFault({ liveMs, minuteMs, events }: FaultEvidence): Fault | null {
  return liveMs < expertLeftEarlyMinutes * minuteMs && hasExpertLeft(events) ? 'expert_left_early' : null
}

/**
 * Whether the expert went while the student was there: was taken out of it by a suspension, hung up on somebody who was still connected or at least still spoke to us,
 * or fell silent and did not come back. Whose fault another end was the facts do not prove.
 */
function hasExpertLeft(events: SessionEventLine[]): boolean {
  const end = findEnd(events)
  if (end?.side !== 'expert') return false
  const interruption = findInterruption(events)
  if (end.what === 'hung up' || end.details.reason === 'suspended') {
    return !interruption || (interruption.side === 'student' && interruption.details.stillSpeaks === true)
  }
  return interruption?.side === 'expert' && interruption.details.stillSpeaks === false && isDisconnect(end)
}

/** What the student reads about it. */
export const faultText: Record<Fault, string> = {
  expert_left_early: `The expert left within the first ${expertLeftEarlyMinutes} minutes. The whole amount is back in your wallet.`,
}

export function refundableUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + refundRequestHours * 3_600_000)
}
