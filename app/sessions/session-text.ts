import type { Tone } from '#app/ui/badge.tsx'
import type { SessionEvent, SessionEventKind, SessionView } from '#domain/sessions/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import { expertShare, expertShareOfRefund } from '#domain/wallet/rules.ts'
import { counted } from '#kernel/count-text.ts'
import { expertLeftEarlyMinutes, freeUnderSeconds } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { clockText } from '#kernel/time.ts'

type Names = Pick<SessionView, 'studentName' | 'expertName'> &
  Partial<Pick<SessionView, 'leastPaise' | 'ratePaisePerMinute'>>

/** The other person in the viewer's session. */
export function personOf(session: SessionView): { name: string; photoUrl: string | null } {
  return session.side === 'expert'
    ? { name: session.studentName, photoUrl: session.studentPhotoUrl }
    : { name: session.expertName, photoUrl: session.expertPhotoUrl }
}

export function callTypeLabel({ callType }: Pick<SessionView, 'callType'>): string {
  return callType === 'video' ? 'Video call' : 'Audio call'
}

const states: Record<SessionState, { label: string; tone: Tone }> = {
  ringing: { label: 'Ringing', tone: 'info' },
  connecting: { label: 'Connecting', tone: 'info' },
  live: { label: 'Live now', tone: 'accent' },
  interrupted: { label: 'Interrupted', tone: 'accent' },
  ended: { label: 'Being settled', tone: 'info' },
  settled: { label: 'Completed', tone: 'good' },
  declined: { label: 'Declined', tone: 'neutral' },
  missed: { label: 'Missed', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed_to_connect: { label: 'Did not connect', tone: 'neutral' },
}

type SessionResult = Pick<SessionView, 'state'> & Partial<Pick<SessionView, 'chargedPaise' | 'refundedPaise'>>

export function sessionStateLabel(session: SessionResult): { label: string; tone: Tone } {
  const { state, chargedPaise, refundedPaise } = session
  if (refundedPaise) {
    return { label: refundedPaise === chargedPaise ? 'Refunded' : 'Refunded in part', tone: 'info' }
  }
  return state === 'settled' && chargedPaise === 0 ? { label: 'Not charged', tone: 'neutral' } : states[state]
}

/** The time both sides were connected, such as 02:14. */
export function sharedTime({ liveMs }: Pick<SessionView, 'liveMs'>): string {
  return clockText(Math.floor(liveMs / 1_000))
}

/** The student's cost or the expert's share. Null while the session is open or when nothing was charged. */
export function ownAmount({ side, chargedPaise, sharePercent }: SessionView): Paise | null {
  if (!chargedPaise) return null
  return side === 'expert' ? expertShare(chargedPaise, sharePercent) : chargedPaise
}

/** The student's refund, or the expert's share of it. */
export function ownRefund({ side, chargedPaise, refundedPaise, sharePercent }: SessionView): Paise | null {
  if (!chargedPaise || !refundedPaise) return null
  return side === 'expert' ? expertShareOfRefund(refundedPaise, { total: chargedPaise, sharePercent }) : refundedPaise
}

/** The part of the charge beyond billed minutes: leaving a booked session costs at least a quarter of its price. */
export function leavingFee({ chargedPaise, billedMinutes, ratePaisePerMinute }: SessionView): Paise | null {
  const extra = (chargedPaise ?? 0) - (billedMinutes ?? 0) * ratePaisePerMinute
  return extra > 0 ? paise(extra) : null
}

/** The short session id shown on receipts and used with support. */
export function receiptNumber({ id }: Pick<SessionView, 'id'>): string {
  return id.slice(0, 8).toUpperCase()
}

type EndedSession = Pick<SessionView, 'state' | 'declineReason' | 'endReason' | 'liveMs' | 'chargedPaise'> & Names

/** The reason why an ended session was free. Null when it was billed or is still open. */
export function freeReason(session: EndedSession): string | null {
  const { state, studentName, expertName, declineReason, endReason, liveMs, chargedPaise } = session
  switch (state) {
    case 'declined':
      if (endReason) return `${endReasonText(endReason, expertName)}.`
      return declineReason ? `${expertName} declined: “${declineReason}”` : `${expertName} declined the request.`
    case 'missed':
      return `${expertName} did not answer in time.`
    case 'cancelled':
      return `${studentName} cancelled before the call began.`
    case 'failed_to_connect':
      return 'The call was answered, but the connection failed.'
    case 'settled':
      if (chargedPaise !== 0) return null
      return liveMs === 0
        ? 'The call ended before both sides were connected.'
        : `Both sides were connected for ${sharedTime(session)}. Less than ${freeUnderSeconds} seconds cost nothing.`
    default:
      return null
  }
}

/** Describes the current state of an open session for its participants. */
export function currentStateText({ state, side, studentName, expertName }: SessionView): string | null {
  switch (state) {
    case 'ringing':
      return side === 'expert' ? `${studentName} is calling you.` : `Calling ${expertName}.`
    case 'connecting':
      return 'The call was answered. Both sides are being connected.'
    case 'live':
      return 'The call is live. Only time in which both sides are connected is billed.'
    case 'interrupted':
      return 'The connection is interrupted. This time is not billed.'
    case 'ended':
      return 'The call has ended. The receipt will be ready in a moment.'
    default:
      return null
  }
}

/** One line of the timeline, with the same text for both people. */
export function eventText(event: SessionEvent, names: Names): string {
  return eventTexts[event.what](event, names)
}

type EventText = (event: SessionEvent, names: Names) => string

const eventTexts: Record<SessionEventKind, EventText> = {
  asked({ details }, { studentName }) {
    const experts = readNumber(details, 'experts')
    if (experts === 0) return `${studentName} asked for a session`
    return `${studentName} asked any available expert; ${counted(experts, 'expert was', 'experts were')} asked`
  },
  rang: (_, { expertName }) => `${expertName} was called`,
  answered: (_, { expertName }) => `${expertName} answered`,
  begun: () => 'Both sides joined, and the booked session began',
  declined: (_, { expertName }) => `${expertName} declined`,
  cancelled: (_, { studentName }) => `${studentName} cancelled`,
  missed: (_, { expertName }) => `${expertName} did not answer in time`,
  'switched off': (_, { expertName }) => `${expertName} was set to offline after two unanswered requests`,
  'did not connect': () => 'The connection failed',
  joined: ({ side, details }, names) =>
    `${sideName(side, names)} ${readNumber(details, 'epoch') > 1 ? 'came back' : 'joined'}`,
  connected: () => 'Both sides were connected; shared time started',
  lost: ({ side, details }, names) => {
    if (!side) return 'Our server was interrupted; shared time paused'
    const problem = details.stillSpeaks === true ? 'stopped receiving data' : 'lost the connection'
    return `${sideName(side, names)} ${problem}; shared time paused`
  },
  resumed: ({ details }) => `Reconnected after ${secondsText(readNumber(details, 'afterMs'))}; shared time resumed`,
  contradicted: ({ side }, names) =>
    `${sideName(side, names)}’s device reported more received data than the other device sent`,
  extended: ({ details }) => `${formatRupees(paise(readNumber(details, 'heldPaise')))} more was held`,
  'hung up': ({ side }, names) => `${sideName(side, names)} hung up`,
  ended: ({ side, details }, names) => {
    if (names.leastPaise && details.reason === 'money_spent') return 'The paid minutes were used up, and the call ended'
    if (!side && details.reason === 'side_lost') return 'Nobody came back, and the call ended'
    return endReasonText(details.reason, sideName(side, names))
  },
  billed: ({ details }, names) => {
    const [minutes, liveMs] = [readNumber(details, 'minutes'), readNumber(details, 'liveMs')]
    const shared = `${sharedTime({ liveMs })} of shared time`
    const charged = readNumber(details, 'chargedPaise')
    if (charged === 0) return `Nothing was charged for ${shared}`
    const total = formatRupees(paise(charged))
    if (charged > minutes * (names.ratePaisePerMinute ?? charged))
      return `${total}, the minimum charge for leaving a booked session, after ${shared}`
    return `${total} for ${minutesText(minutes)}, after ${shared}`
  },
  'refund asked': ({ side }, { studentName }) =>
    side ? `${studentName} asked for a refund` : 'Our system asked the team to decide about a refund',
  refunded: ({ details }, { studentName, expertName }) => {
    const text = `${formatRupees(paise(readNumber(details, 'amountPaise')))} was refunded to ${studentName}`
    return details.fault === 'expert_left_early'
      ? `${text} because ${expertName} left within the first ${minutesText(expertLeftEarlyMinutes)}`
      : text
  },
  'refund refused': () => 'The refund was not granted',
}

/** The text for an end reason set by the meter or the team. */
function endReasonText(reason: unknown, name: string): string {
  switch (reason) {
    case 'money_spent':
      return 'The money ran out, and the call ended'
    case 'time_over':
      return 'The expert’s available time was over, and the call ended'
    case 'side_lost':
      return `${name} did not come back, and the call ended`
    case 'interrupted_too_long':
      return 'The interruptions lasted too long, and the call ended'
    case 'interrupted_too_often':
      return 'The connection was lost too often, and the call ended'
    case 'suspended':
      return `Our team ended the session because ${name} cannot give sessions at the moment`
    case 'safety':
      return 'Our team ended the session for safety reasons'
    case 'stuck':
      return 'Our team ended the session because it was stuck'
    default:
      return 'The call ended'
  }
}

function sideName(side: Side | null, { studentName, expertName }: Names): string {
  if (!side) return 'One side'
  return side === 'student' ? studentName : expertName
}

export function minutesText(minutes: number): string {
  return counted(minutes, 'minute')
}

function secondsText(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** Reads a number from stored event details. Returns 0 if it is missing or not a number. */
function readNumber(details: SessionEvent['details'], name: string): number {
  const value = details[name]
  return typeof value === 'number' ? value : 0
}
