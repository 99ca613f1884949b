import type { SessionEvent } from '#domain/sessions/contract.ts'

export type SessionLine = Pick<SessionEvent, 'what' | 'side' | 'details'>

/**
 * Whether a session ended because the student left it: hung up while nobody else was away, or fell silent and did not come back. A
 * line that broke, or a server that was away, is nobody who left.
 */
export function hasStudentLeft(events: SessionLine[]): boolean {
  const end = findEnd(events)
  if (!end) return false
  const interruption = findInterruption(events)
  const isOwn = interruption?.side === 'student'
  if (end.what === 'hung up') return end.side === 'student' && (!interruption || isOwn)
  return isAbsence(end) && isOwn && interruption.details.stillSpeaks === false
}

export function findEnd(events: SessionLine[]): SessionLine | undefined {
  return events.findLast(({ what }) => what === 'hung up' || what === 'ended')
}

/** The interruption in which it ended, if it did in one. */
export function findInterruption(events: SessionLine[]): SessionLine | null {
  const change = events.findLast(({ what }) => what === 'lost' || what === 'resumed')
  return change?.what === 'lost' ? change : null
}

/** A line that broke often is not somebody who left. */
export function isAbsence({ details: { reason } }: SessionLine): boolean {
  return reason === 'side_lost' || reason === 'interrupted_too_long'
}
