import { daysLater } from '#kernel/time.ts'

/* Days of the calendar, as addresses and date fields write them: '2026-11-09'. */

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

/** The first moment of a day in a zone, also where clocks are changed at midnight. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // By the clocks of the zone before it and after it. Where they differ, the earlier moment that is in the day begins it.
  const starts = [-1, 1]
    .map((days) => midnight - utcOffsetMs(daysLater(new Date(midnight), days), zone))
    .toSorted((one, other) => one - other)
    .map((ms) => new Date(ms))
  return starts.find((start) => localTimeOf(start, zone).startsWith(day)) ?? new Date(midnight)
}

/** The day that the calendars of a zone show. */
export function dayOf(at: Date, zone: string): string {
  return localTimeOf(at, zone).slice(0, 10)
}

/** How many minutes of the day have passed by the clocks of a zone. */
export function clockMinutes(at: Date, zone: string): number {
  const [hour = 0, minute = 0] = localTimeOf(at, zone).slice(11, 16).split(':').map(Number)
  return hour * 60 + minute
}

/** By how much the clocks of a zone are ahead of UTC. */
function utcOffsetMs(at: Date, zone: string): number {
  return Date.parse(`${localTimeOf(at, zone)}Z`) - Math.floor(at.getTime() / 1_000) * 1_000
}

/** What the clocks of a zone show, as '2026-11-09T18:30:00'. */
function localTimeOf(at: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** Making one takes a hundred times as long as using it. There are no more of them than zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}
