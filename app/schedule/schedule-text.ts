import { clockTime, dayParts } from '#app/base/time-text.ts'
import { joinSpans } from '#app/schedule/calendar-layout.ts'
import { minuteText } from '#app/schedule/duration-text.ts'
import type { Tone } from '#app/ui/badge.tsx'
import type { CalendarDay, CalendarEntry } from '#domain/bookings/contract.ts'
import type { ScheduleException } from '#domain/schedule/contract.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function entryPath({ kind, id }: Pick<CalendarEntry, 'kind' | 'id'>): string {
  return kind === 'booking' ? `/expert/bookings/${id}` : `/expert/sessions/${id}`
}

export function entryLabel({ kind, state }: CalendarEntry): { label: string; tone: Tone } {
  if (kind === 'session') return { label: 'Call', tone: 'info' }
  if (state === 'booked') return { label: 'Booked', tone: 'accent' }
  return state === 'missed' ? { label: 'Did not take place', tone: 'bad' } : { label: 'Booked session', tone: 'good' }
}

/** 'Open 9:00 AM to 12:00 PM and 2:00 PM to 6:00 PM' */
export function openHoursText({ open }: Pick<CalendarDay, 'open'>, zone: string): string {
  if (open.length === 0) return 'No hours'
  const spans = joinSpans(open).map(({ from, to }) => `${clockTime(from, zone)} to ${endTime(to, zone)}`)
  return `Open ${spans.join(' and ')}`
}

/** 'Busy 9:00 AM to 12:00 PM'. Null without busy times. */
export function busyText({ busy = [] }: Pick<CalendarDay, 'busy'>, zone: string): string | null {
  if (busy.length === 0) return null
  const spans = busy.map(({ from, to }) => `${clockTime(from, zone)} to ${endTime(to, zone)}`)
  return `Busy ${spans.join(' and ')}`
}

function endTime(to: Date, zone: string): string {
  const time = clockTime(to, zone)
  return time === '12:00 AM' ? 'midnight' : time
}

/** Notes on days off, other hours and clock changes. */
export function dayNotes({ startsAt, endsAt, exception }: CalendarDay): string[] {
  const hours = (endsAt.getTime() - startsAt.getTime()) / 3_600_000
  return [
    ...(exception === 'closed' ? ['Day off'] : exception === 'other hours' ? ['Other hours'] : []),
    ...(hours < 24 ? [`Clocks go forward: ${hours} hours`] : []),
    ...(hours > 24 ? [`Clocks go back: ${hours} hours`] : []),
  ]
}

/** 'Mon, Nov 16' or 'Mon, Nov 16 to Wed, Dec 2', with the year when it is not the current one. */
export function exceptionDays({ firstDay, lastDay }: ScheduleException, today: string): string {
  const first = shortDate(firstDay, today)
  return firstDay === lastDay ? first : `${first} to ${shortDate(lastDay, today)}`
}

export function exceptionText({ hours }: ScheduleException): string {
  return hours ? `${minuteText(hours.fromMinute)} to ${minuteText(hours.toMinute)}` : 'No hours'
}

function shortDate(day: string, today: string): string {
  const { weekday, date } = dayParts(day)
  const year = day.slice(0, 4)
  return `${weekday}, ${date}${year === today.slice(0, 4) ? '' : `, ${year}`}`
}
