import type { CallView, Meter } from '#app/call/engine/call-view.ts'
import { billedMinutes } from '#domain/sessions/rules.ts'
import type { Side } from '#domain/sessions/states.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { formatCount } from '#kernel/count-text.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'

export type CallScreen =
  | 'ringing'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'ended'
  /** Nobody took it, or it did not come about: nothing was charged. */
  | 'unanswered'
  | 'elsewhere'
  /** The server does not let this page in. */
  | 'refused'

/** Which screen of the call this is. The meter hears of a change before the session's row does. */
export function callScreenOf(
  view: Pick<
    CallView,
    'session' | 'meter' | 'isMeterSilent' | 'isElsewhere' | 'refusal' | 'quality' | 'side'
  >,
): CallScreen {
  const { session, meter, isMeterSilent, isElsewhere, refusal, quality, side } = view
  const state = session?.state
  if (state === 'ended' || state === 'settled') return 'ended'
  if (state && unanswered.has(state)) return 'unanswered'
  if (isElsewhere) return 'elsewhere'
  if (meter?.phase === 'over') return 'ended'
  // In a session that is alive, the one who is in it is the same person elsewhere.
  if (refusal) return session ? 'elsewhere' : 'refused'
  if (meter?.phase === 'interrupted' || isMeterSilent) return 'reconnecting'
  if (meter?.phase === 'live' && quality === 'lost') return 'reconnecting'
  if (meter?.phase === 'live' || state === 'live') return 'connected'
  if (state === 'interrupted') return 'reconnecting'
  if (state === 'connecting' || side === 'expert') return 'connecting'
  return 'ringing'
}

/** While there is a call: the devices are open, and there is something to end. */
export function isOngoing(callScreen: CallScreen): boolean {
  return (
    callScreen === 'ringing' ||
    callScreen === 'connecting' ||
    callScreen === 'connected' ||
    callScreen === 'reconnecting'
  )
}

/** What is to be heard when the screen changes: nobody looks at it all the time. */
export function soundOf(before: CallScreen, now: CallScreen): 'joined' | 'lost' | 'over' | null {
  if (before === now) return null
  if (now === 'connected') return 'joined'
  if (now === 'reconnecting') return 'lost'
  return now === 'ended' ? 'over' : null
}

/** The two have been connected, and are or come back. */
export function wasConnected(callScreen: CallScreen): boolean {
  return callScreen === 'connected' || callScreen === 'reconnecting'
}

const unanswered = new Set<string>(['declined', 'missed', 'cancelled', 'failed_to_connect'])

/**
 * The shared time, never more than the meter has counted: the clock runs evenly up to what the meter said last, and has come to it
 * when the next word is due. Without one it stands.
 */
export function sharedMs(meter: Meter | null, nowMs: number): number {
  if (!meter) return 0
  const { liveMs, shownMs, atMs } = meter
  const pace = Math.max(1, (liveMs - shownMs) / beatEveryMs)
  return Math.min(liveMs, shownMs + pace * Math.max(0, nowMs - atMs))
}

/** Whole minutes that the money still lasts, begun ones not among them; unknown until the server has said so. */
export function minutesLeft(meter: Meter | null, nowMs: number, minuteMs: number): number | null {
  const ms = msLeft(meter, nowMs)
  return ms === null ? null : Math.floor(ms / minuteMs)
}

/** So long the money lasts. */
export function msLeft(meter: Meter | null, nowMs: number): number | null {
  if (meter?.leftMs == null) return null
  const runningMs = meter.phase === 'live' ? Math.max(0, nowMs - meter.atMs) : 0
  return Math.max(0, meter.leftMs - Math.min(runningMs, beatEveryMs))
}

/** Short, because it stands beside a name: nobody plans by the minute what lasts for hours. */
export function timeLeftText(minutes: number): string {
  if (minutes === 0) return 'Last minute'
  return minutes < 120 ? `${minutes} min left` : `${formatCount(Math.floor(minutes / 60))} h left`
}

/** How long it still rings. */
export function ringTimeText(seconds: number): string {
  return `Rings for ${seconds} more ${plural(seconds, 'second')}`
}

type Terms = { ratePaisePerMinute: Paise; sharePercent: number; minuteMs: number }

/** What the student would pay if it ended now, or what the expert would earn of it. */
export function costSoFar(
  ms: number,
  side: Side,
  { ratePaisePerMinute, sharePercent, minuteMs }: Terms,
): string {
  const total = paise(billedMinutes(ms, minuteMs) * ratePaisePerMinute)
  return formatRupees(side === 'student' ? total : expertShare(total, sharePercent))
}

/** mm:ss, as on every telephone. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Why there was no conversation, for the side that looks at it. */
export function unansweredText(
  session: Pick<NonNullable<CallView['session']>, 'state' | 'declineReason' | 'expertName' | 'studentName'>,
  side: Side,
): { title: string; text: string } {
  const { state, declineReason, expertName, studentName } = session
  const nothing = 'Nothing was charged.'
  if (state === 'declined') {
    const reasonText = declineReason ? ` ${expertName} says: “${declineReason}”` : ''
    return { title: `${expertName} cannot take the call`, text: `${nothing}${reasonText}` }
  }
  if (state === 'missed') return { title: `${expertName} did not answer`, text: nothing }
  if (state === 'failed_to_connect') {
    return {
      title: 'The call did not come about',
      text: `${nothing} Your browsers could not reach one another. Another network often helps.`,
    }
  }
  if (side === 'expert')
    return { title: `${studentName} has cancelled`, text: 'The call is over before it began.' }
  return { title: 'You have cancelled the call', text: nothing }
}

/** Why a conversation is over. In a booked one that was not to go on it is the booked time that has ended. */
export function endReasonText(
  endReason: string | null,
  side: Side,
  booked: { isAgreed: boolean } | null = null,
): string | null {
  if (booked?.isAgreed === false && endReason === 'money_spent') return 'The booked minutes were used up.'
  if (booked?.isAgreed === false && endReason === 'time_over') return 'The booked time was over.'
  if (endReason === 'money_spent')
    return side === 'student' ? 'Your money was used up.' : 'The student’s money was used up.'
  if (endReason === 'time_over')
    return side === 'student'
      ? 'The time that the expert had was over.'
      : 'The time that you had for this session was over.'
  if (endReason === 'side_lost') return 'The connection was lost. Only the time before that counts.'
  if (endReason === 'interrupted_too_long' || endReason === 'interrupted_too_often')
    return 'The connection broke too often. Only the time with a connection counts.'
  if (endReason === 'suspended')
    return side === 'student'
      ? 'We ended the call, because the expert cannot give sessions at the moment. Only the time that you talked counts.'
      : 'We ended the call, because your account is suspended. The time until then counts.'
  if (endReason === 'safety') return 'Our team ended the call, for the safety of everybody in it.'
  if (endReason === 'stuck') return 'The call did not move any more, and our team ended it.'
  return null
}
