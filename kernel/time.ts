import { plural } from '#kernel/plural.ts'

/** Nothing in the product asks the machine for the time except through a clock that it was handed. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export function daysLater(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000)
}

export function hoursLater(from: Date, hours: number): Date {
  return new Date(from.getTime() + hours * 3_600_000)
}

export function minutesLater(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000)
}

/** The next time that it is this hour in Kolkata, which knows no summer time. */
export function nextKolkataHour(now: Date, hour: number): Date {
  const aheadMs = 5.5 * 3_600_000
  const there = new Date(now.getTime() + aheadMs)
  const at = new Date(there)
  at.setUTCHours(hour, 0, 0, 0)
  return new Date((at > there ? at : daysLater(at, 1)).getTime() - aheadMs)
}

const kolkataOffset = '+05:30'

/** As a field for day and time wants it, in Kolkata: '2026-05-04T11:30'. */
export function kolkataInputValue(date: Date): string {
  return new Date(date.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16)
}

/** What such a field sends; what is no time is an invalid date. */
export function readKolkataInput(text: string): Date {
  return new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00${kolkataOffset}` : Number.NaN)
}

/** 252 seconds read as 04:12, as on the clock of a call. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** 'Apr 09, 2025' */
export function dateText(date: Date, zone: string): string {
  const { month, day, year } = partsOf(date, zone, 'short')
  return `${month} ${day}, ${year}`
}

/** 'Apr 09, 2025, 3:45 PM' */
export function dayAndTime(date: Date, zone: string): string {
  const { hour, minute, dayPeriod } = partsOf(date, zone, 'short')
  return `${dateText(date, zone)}, ${hour}:${minute} ${dayPeriod}`
}

/** '3:45:07 PM' */
export function timeText(date: Date, zone: string): string {
  const { hour, minute, second, dayPeriod } = partsOf(date, zone, 'short')
  return `${hour}:${minute}:${second} ${dayPeriod}`
}

/** 'April 2025' */
export function monthAndYear(date: Date, zone: string): string {
  const { month, year } = partsOf(date, zone, 'long')
  return `${month} ${year}`
}

type MonthStyle = 'short' | 'long'

/** Only the parts: what stands between them differs from one version of Unicode's data to the next, and so from server to browser. */
function partsOf(date: Date, zone: string, month: MonthStyle): Record<string, string> {
  const parts = formatOf(zone, month).formatToParts(date)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Making one takes a hundred times as long as using it. There are no more of them than zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string, month: MonthStyle): Intl.DateTimeFormat {
  const key = `${month} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    month,
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
    timeZone: zone,
  })
  formats.set(key, format)
  return format
}

const relativeSteps = [
  { unit: 'minute', ms: 60_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'year', ms: 365 * 86_400_000 },
]

/** '5 minutes ago', in whole units of the largest that fits; 'just now' within a minute, also for a clock that is ahead. */
export function relativeTime(date: Date, now: Date): string {
  const ago = now.getTime() - date.getTime()
  const step = relativeSteps.findLast(({ ms }) => ago >= ms)
  if (!step) return 'just now'
  const count = Math.floor(ago / step.ms)
  return `${count} ${plural(count, step.unit)} ago`
}
