import type { CallView } from '#app/call/engine/call-view.ts'
import type { Side } from '#domain/sessions/states.ts'
import { counted, formatCount } from '#kernel/count-text.ts'

/** The limit that ends the call if nothing changes: the money, the booked time, or the expert's next booking. */
export type Limit = 'money' | 'booked' | 'time'

export function chooseLimit({ session, meter }: Pick<CallView, 'session' | 'meter'>): Limit {
  if (session?.booked?.isAgreed === false) return 'booked'
  return meter?.endsBy === 'time' ? 'time' : 'money'
}

export function limitText(limit: Limit, minutes: number, side: Side): string {
  const timeText = counted(minutes, 'minute')
  if (limit === 'booked') return `The booked time ends in about ${timeText}.`
  if (limit === 'time') {
    return side === 'student'
      ? `The expert has time for about ${timeText} more.`
      : `You have time for about ${timeText} more, before your next session.`
  }
  return side === 'student'
    ? `Your money lasts for about ${timeText} more.`
    : `The student’s money lasts for about ${timeText} more.`
}

/** The limit text for the screen, with its consequence. */
export function noticeText(limit: Limit, minutes: number, side: Side): string {
  const text = limitText(limit, minutes, side)
  if (limit !== 'money') return `${text} Then the call ends.`
  return side === 'student' ? `Low balance: ${text.replace('Your', 'your')} Then the call ends.` : text
}

/** Limit text for the small window. */
export function shortLimitText(minutes: number): string {
  return `About ${counted(minutes, 'minute')} left`
}

/** Short, because it is shown beside a name. From two hours on, it shows only hours. */
export function pillText(minutes: number): string {
  return minutes < 120 ? `${minutes} min left` : `${formatCount(Math.floor(minutes / 60))} h left`
}
