import type { Fault, RefundRequest } from '#domain/refunds/contract.ts'
import { findEnd, findInterruption, isDisconnect, type SessionEventLine } from '#domain/sessions/rules.ts'
import { expertLeftEarlyMinutes, refundRequestHours } from '#kernel/limits.ts'

type FaultEvidence = { liveMs: number; minuteMs: number; events: SessionEventLine[] }

/**
 * The fault for which a billed session is refunded automatically. Missing media is not a fault, because time is
 * billed only while both sides receive media.
 */
export function findFault({ liveMs, minuteMs, events }: FaultEvidence): Fault | null {
  return liveMs < expertLeftEarlyMinutes * minuteMs && hasExpertLeft(events) ? 'expert_left_early' : null
}

/**
 * Whether only the student's device reports a fault: it received nothing when the expert ended the call, and the
 * expert's device did not confirm that it sent nothing. Then the team decides.
 */
export function isUnprovenFault({ liveMs, minuteMs, events }: FaultEvidence): boolean {
  const [end, interruption] = [findEnd(events), findInterruption(events)]
  if (liveMs >= expertLeftEarlyMinutes * minuteMs || end?.side !== 'expert' || !isEndedByPerson(end)) return false
  return interruption !== null && isClaimedByStudent(interruption) && !isAgreedByBoth(interruption)
}

/**
 * Whether the server or both devices prove that the expert left. Either the expert was suspended or hung up, while the
 * call was live or when both devices reported that nothing was sent. Or the expert timed out and did not rejoin. Any
 * other end does not prove whose fault it was.
 */
export function hasExpertLeft(events: SessionEventLine[]): boolean {
  const end = findEnd(events)
  if (end?.side !== 'expert') return false
  const interruption = findInterruption(events)
  if (isEndedByPerson(end)) return !interruption || isAgreedByBoth(interruption)
  return interruption?.side === 'expert' && interruption.details.stillSpeaks === false && isDisconnect(end)
}

/** Whether a person ended the call, and not the meter. */
function isEndedByPerson({ what, details }: SessionEventLine): boolean {
  return what === 'hung up' || details.reason === 'suspended'
}

/** Whether the student's device still sent heartbeats and reported that it received nothing. */
function isClaimedByStudent({ side, details }: SessionEventLine): boolean {
  return side === 'student' && details.stillSpeaks === true
}

function isAgreedByBoth(interruption: SessionEventLine): boolean {
  return isClaimedByStudent(interruption) && interruption.details.otherSentBytes === 0
}

/** The text that the student reads. */
export const faultText: Record<Fault, string> = {
  expert_left_early: `The expert left within the first ${expertLeftEarlyMinutes} minutes. The whole amount is back in your wallet.`,
}

/** An open request that the system opened, to which the student can add a reason. */
export function needsReason({ state, reason }: Pick<RefundRequest, 'state' | 'reason'>): boolean {
  return state === 'asked' && reason === null
}

export function refundableUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + refundRequestHours * 3_600_000)
}
