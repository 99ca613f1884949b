import type { Fault } from '#domain/refunds/contract.ts'
import { findEnd, findInterruption, isDisconnect, type SessionEventLine } from '#domain/sessions/rules.ts'
import { expertLeftEarlyMinutes, refundRequestHours } from '#kernel/limits.ts'

type FaultEvidence = { liveMs: number; minuteMs: number; events: SessionEventLine[] }

/**
 * The fault for which a billed session is refunded automatically. Missing media is no fault, because time counts only
 * while both sides receive media.
 */
export function findFault({ liveMs, minuteMs, events }: FaultEvidence): Fault | null {
  return liveMs < expertLeftEarlyMinutes * minuteMs && hasExpertLeft(events) ? 'expert_left_early' : null
}

/**
 * Whether the expert left the student: was suspended or hung up while the student was still connected or still sent
 * heartbeats, or timed out and did not rejoin. Any other end does not prove whose fault it was.
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

/** The text that the student reads. */
export const faultText: Record<Fault, string> = {
  expert_left_early: `The expert left within the first ${expertLeftEarlyMinutes} minutes. The whole amount is back in your wallet.`,
}

export function refundableUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + refundRequestHours * 3_600_000)
}
