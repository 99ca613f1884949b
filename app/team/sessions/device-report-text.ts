import type { SessionEvent, SessionView } from '#domain/sessions/contract.ts'
import { counted } from '#kernel/count-text.ts'

type Names = Pick<SessionView, 'studentName' | 'expertName'>

/** Describes the evidence of an event for the team. Null if the event has none. */
export function deviceReportText(
  { what, side, details }: Pick<SessionEvent, 'what' | 'side' | 'details'>,
  { studentName, expertName }: Names,
): string | null {
  if (!side) return null
  const [name, otherName] = side === 'student' ? [studentName, expertName] : [expertName, studentName]
  if (what === 'lost') {
    const beats =
      details.stillSpeaks === true
        ? `${name}’s device still sent heartbeats, but reported that nothing arrived.`
        : `${name}’s device stopped sending heartbeats.`
    return `${beats} Meanwhile ${otherName}’s device reported ${bytesText(details.otherSentBytes)} sent.`
  }
  if (what !== 'contradicted') return null
  const [received, sent] = [bytesText(details.receivedBytes), bytesText(details.sentBytes)]
  return `${name}’s device reported ${received} received, and ${otherName}’s device ${sent} sent.`
}

function bytesText(value: unknown): string {
  return typeof value === 'number' ? counted(value, 'byte') : 'an unknown number of bytes'
}
