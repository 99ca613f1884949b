import type { CallView, Meter } from '#app/call/engine/call-view.ts'
import { billedMinutes, minutesLeft } from '#domain/sessions/rules.ts'
import type { Side } from '#domain/sessions/states.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'

export type CallScreen =
  | 'ringing'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'ended'
  /** Not answered or not connected; nothing was charged. */
  | 'unanswered'
  | 'elsewhere'
  /** The server refused the join. */
  | 'refused'

/** The screen to show. The meter reports a change before the session row does. */
export function chooseCallScreen(
  view: Pick<CallView, 'session' | 'meter' | 'isMeterSilent' | 'isElsewhere' | 'refusal' | 'quality' | 'side'>,
): CallScreen {
  const { session, meter, isMeterSilent, isElsewhere, refusal, quality, side } = view
  const state = session?.state
  if (state === 'ended' || state === 'settled') return 'ended'
  if (state && unansweredStates.has(state)) return 'unanswered'
  if (isElsewhere) return 'elsewhere'
  if (meter?.phase === 'over') return 'ended'
  // While the session is open, a refused join means that the same user is in the call elsewhere.
  if (refusal) return session ? 'elsewhere' : 'refused'
  if (meter?.phase === 'interrupted' || isMeterSilent) return 'reconnecting'
  if (meter?.phase === 'live' && quality === 'lost') return 'reconnecting'
  if (meter?.phase === 'live' || state === 'live') return 'connected'
  if (state === 'interrupted') return 'reconnecting'
  if (state === 'connecting' || side === 'expert') return 'connecting'
  return 'ringing'
}

/** Whether the call is running, so that devices are open and the user can hang up. */
export function isOngoing(callScreen: CallScreen): boolean {
  return callScreen === 'ringing' || callScreen === 'connecting' || wasConnected(callScreen)
}

/** The sound for a screen change, because users do not watch the screen all the time. */
export function chooseSound(before: CallScreen, now: CallScreen): 'joined' | 'lost' | 'over' | null {
  if (before === now) return null
  if (now === 'connected') return 'joined'
  if (now === 'reconnecting') return 'lost'
  return now === 'ended' ? 'over' : null
}

/** Whether both sides have been connected, even if they are reconnecting now. */
export function wasConnected(callScreen: CallScreen): boolean {
  return callScreen === 'connected' || callScreen === 'reconnecting'
}

const unansweredStates = new Set<string>(['declined', 'missed', 'cancelled', 'failed_to_connect'])

/**
 * Shared time to show, never more than the meter has counted. It runs evenly to the last metered value, which it
 * reaches when the next update is due. Without an update it stops.
 */
export function sharedMs(meter: Meter | null, nowMs: number): number {
  if (!meter) return 0
  const { liveMs, shownMs, atMs } = meter
  const pace = Math.max(1, (liveMs - shownMs) / beatEveryMs)
  return Math.min(liveMs, shownMs + pace * Math.max(0, nowMs - atMs))
}

/** The minutes until the money or the time runs out; null until the server has sent them. */
export function minutesLeftAt(
  nowMs: number,
  { meter, session }: { meter: Meter | null; session: { minuteMs: number } | null },
): number | null {
  if (meter?.leftMs == null || !session) return null
  const runningMs = meter.phase === 'live' ? Math.max(0, nowMs - meter.atMs) : 0
  return minutesLeft(meter.leftMs - Math.min(runningMs, beatEveryMs), session.minuteMs)
}

/** Rounds to whole milliseconds first, because the difference of two clock readings is inexact. */
export function ringSecondsLeft(endsAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil(Math.round(endsAtMs - nowMs) / 1_000))
}

export function ringTimeText(seconds: number): string {
  return `Rings for ${seconds} more ${plural(seconds, 'second')}`
}

type Terms = { ratePaisePerMinute: Paise; sharePercent: number; minuteMs: number }

/** The amount that the student would pay, or the expert would earn, if the call ended now. */
export function costSoFar(ms: number, side: Side, { ratePaisePerMinute, sharePercent, minuteMs }: Terms): string {
  const total = paise(billedMinutes(ms, minuteMs) * ratePaisePerMinute)
  return formatRupees(side === 'student' ? total : expertShare(total, sharePercent))
}

/** Formats as mm:ss. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}

/** Explains to this side why the call was not connected. */
export function unansweredText(
  session: Pick<NonNullable<CallView['session']>, 'state' | 'declineReason' | 'expertName' | 'studentName'> &
    Partial<Pick<NonNullable<CallView['session']>, 'endReason'>>,
  side: Side,
): { title: string; text: string } {
  const { state, declineReason, expertName, studentName, endReason } = session
  if (endReason === 'offer_taken') {
    return {
      title: 'Another expert was first',
      text: `${studentName} has found an expert. This does not count as a missed call.`,
    }
  }
  const notCharged = 'Nothing was charged.'
  if (state === 'declined') {
    const reasonText = declineReason ? ` ${expertName} says: “${declineReason}”` : ''
    return { title: `${expertName} cannot take the call`, text: `${notCharged}${reasonText}` }
  }
  if (state === 'missed') return { title: `${expertName} did not answer`, text: notCharged }
  if (state === 'failed_to_connect') {
    return {
      title: 'The call could not connect',
      text: `${notCharged} Your browsers could not reach each other. Another network often helps.`,
    }
  }
  if (side === 'expert') return { title: `${studentName} has cancelled`, text: 'The call ended before it started.' }
  return { title: 'You have cancelled the call', text: notCharged }
}

/** Explains why the call ended. If both sides did not agree to continue, the limit was the booked time or minutes. */
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
      ? 'The time that the expert had for this session is over.'
      : 'The time that you had for this session is over.'
  if (endReason === 'side_lost') return 'The connection was lost. Only the time before that counts.'
  if (endReason === 'interrupted_too_long')
    return 'The connection was lost for too long in total. Only the time with a connection counts.'
  if (endReason === 'interrupted_too_often')
    return 'The connection was lost too often. Only the time with a connection counts.'
  if (endReason === 'suspended')
    return side === 'student'
      ? 'We ended the call, because the expert cannot give sessions at the moment. Only the time that you talked counts.'
      : 'We ended the call, because your account is suspended. The time until then counts.'
  if (endReason === 'safety') return 'Our team ended the call for safety reasons.'
  if (endReason === 'stuck') return 'The call was stuck, so our team ended it.'
  return null
}
