import { clockTime, dayText, partsOf } from '#app/base/time-text.ts'
import { counted } from '#kernel/count-text.ts'

/** 'today', 'tomorrow' or 'Monday, Nov 16' */
export function nearDay(time: Date, zone: string, now: Date): string {
  const daysAhead = (Date.parse(dayKey(time, zone)) - Date.parse(dayKey(now, zone))) / 86_400_000
  if (daysAhead === 0) return 'today'
  return daysAhead === 1 ? 'tomorrow' : dayText(time, zone)
}

/** '10:05 AM' for today, otherwise 'Monday, Nov 16, 10:05 AM' */
export function timeOrDay(time: Date, zone: string, now: Date): string {
  const clock = clockTime(time, zone)
  return dayKey(time, zone) === dayKey(now, zone) ? clock : `${dayText(time, zone)}, ${clock}`
}

/** Returns the local time in minutes since midnight. */
export function minuteOfDay(time: Date, zone: string): number {
  const { hour, minute } = partsOf(time, zone, 'numbers')
  return Number(hour) * 60 + Number(minute)
}

/** 1110 is '6:30 PM'; 1440 is 'Midnight', the end of the day. */
export function minuteText(minute: number): string {
  return minute === 1_440 ? 'Midnight' : clockTime(new Date(minute * 60_000), 'UTC')
}

/** '30 minutes', '2 hours', '1 day' */
export function durationText(minutes: number): string {
  const unit = units.find(({ length }) => minutes >= length && minutes % length === 0) ?? { length: 1, name: 'minute' }
  return counted(minutes / unit.length, unit.name)
}

const units = [
  { length: 1_440, name: 'day' },
  { length: 60, name: 'hour' },
]

/** '2026-11-16', the local date in the zone. */
function dayKey(time: Date, zone: string): string {
  const { year, month, day } = partsOf(time, zone, 'numbers')
  return `${year}-${month}-${day}`
}
