import { daysLater, getFormat } from '#kernel/time.ts'

/* Calendar days in the format of URLs and date fields: '2026-11-09'. */

const dayShape = /^20\d\d-\d\d-\d\d$/

export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  return dayShape.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export function dayAfter(day: string): string {
  return daysLater(new Date(`${day}T00:00:00Z`), 1)
    .toISOString()
    .slice(0, 10)
}

/** The first moment of a day in a time zone, even where the offset changes at midnight. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Try the offsets of the day before and the day after. Where they differ, use the earlier moment that falls on the
  // day.
  const starts = [-1, 1]
    .map((days) => midnight - utcOffsetMs(daysLater(new Date(midnight), days), zone))
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms))
  return starts.find((start) => formatLocalTime(start, zone).startsWith(day)) ?? new Date(midnight)
}

export function dayOf(at: Date, zone: string): string {
  return formatLocalTime(at, zone).slice(0, 10)
}

/** Minutes since midnight by the local time of a zone. */
export function clockMinutes(at: Date, zone: string): number {
  const [hour = 0, minute = 0] = formatLocalTime(at, zone).slice(11, 16).split(':').map(Number)
  return hour * 60 + minute
}

/** How far the local time of a zone is ahead of UTC. */
function utcOffsetMs(at: Date, zone: string): number {
  return Date.parse(`${formatLocalTime(at, zone)}Z`) - Math.floor(at.getTime() / 1_000) * 1_000
}

/** Local time in a zone, as '2026-11-09T18:30:00'. */
function formatLocalTime(at: Date, zone: string): string {
  const parts = Object.fromEntries(
    getFormat({ zone, name: 'local' }, shape)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

const shape = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const
