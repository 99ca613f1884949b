import { plural } from '#kernel/plural.ts'

/** All code reads the time from the clock it was given, never from the machine. */
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

/** Kolkata has no daylight saving time. */
export const kolkataOffsetMs = 5.5 * 3_600_000

/** The next occurrence of this hour in Kolkata. */
export function nextKolkataHour(now: Date, hour: number): Date {
  const localNow = new Date(now.getTime() + kolkataOffsetMs)
  const localAt = new Date(localNow)
  localAt.setUTCHours(hour, 0, 0, 0)
  return new Date((localAt > localNow ? localAt : daysLater(localAt, 1)).getTime() - kolkataOffsetMs)
}

const kolkataOffset = '+05:30'

/** The value of a datetime field in Kolkata time: '2026-05-04T11:30'. */
export function kolkataInputValue(date: Date): string {
  return new Date(date.getTime() + kolkataOffsetMs).toISOString().slice(0, 16)
}

/** Reads the value of a datetime field; invalid text becomes an invalid date. */
export function readKolkataInput(text: string): Date {
  return new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00${kolkataOffset}` : Number.NaN)
}

/** 252 seconds read as 04:12, as on a call timer. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** 'Apr 09, 2025' */
export function dateText(date: Date, zone: string): string {
  const { month, day, year } = splitParts(date, zone, 'short')
  return `${month} ${day}, ${year}`
}

/** 'Apr 09, 2025, 3:45 PM' */
export function dayAndTime(date: Date, zone: string): string {
  const { hour, minute, dayPeriod } = splitParts(date, zone, 'short')
  return `${dateText(date, zone)}, ${hour}:${minute} ${dayPeriod}`
}

/** '3:45:07 PM' */
export function timeText(date: Date, zone: string): string {
  const { hour, minute, second, dayPeriod } = splitParts(date, zone, 'short')
  return `${hour}:${minute}:${second} ${dayPeriod}`
}

/** 'April 2025' */
export function monthAndYear(date: Date, zone: string): string {
  const { month, year } = splitParts(date, zone, 'long')
  return `${month} ${year}`
}

/**
 * Uses only the parts, because the separators differ between versions of the Unicode data, and so between server and
 * browser.
 */
function splitParts(date: Date, zone: string, month: 'short' | 'long'): Record<string, string> {
  const parts = getFormat({ zone, name: month }, { ...shape, month }).formatToParts(date)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

const shape = {
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps each format by zone and name, because creating one takes a hundred times as long as using it. */
export function getFormat(
  key: { zone: string; name: string },
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const text = `${key.name} ${key.zone}`
  const format = formats.get(text) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: key.zone })
  formats.set(text, format)
  return format
}

const relativeSteps = [
  { unit: 'minute', ms: 60_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'year', ms: 365 * 86_400_000 },
]

/** '5 minutes ago', rounded down, in the largest unit that fits. 'just now' within a minute and for future times. */
export function relativeTime(date: Date, now: Date): string {
  const agoMs = now.getTime() - date.getTime()
  const step = relativeSteps.findLast(({ ms }) => agoMs >= ms)
  if (!step) return 'just now'
  const count = Math.floor(agoMs / step.ms)
  return `${count} ${plural(count, step.unit)} ago`
}
