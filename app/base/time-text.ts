import { counted } from '#kernel/count-text.ts'

/*
 * Formats instants in a time zone. It uses only the parts from Intl: the separators differ between versions of
 * Unicode data, and so between server and browser.
 */

/** '3:45 PM' */
export function clockTime(time: Date, zone: string): string {
  const { hour, minute, dayPeriod } = partsOf(time, zone, 'clock')
  return `${hour}:${minute} ${dayPeriod}`
}

/** 'Monday, Nov 16' */
export function dayText(time: Date, zone: string): string {
  const { weekday, month, day } = partsOf(time, zone, 'day')
  return `${weekday}, ${month} ${day}`
}

/** 'Monday, Nov 16, 3:45 PM to 4:15 PM' */
export function timeSpanText({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, zone: string): string {
  return `${dayText(startsAt, zone)}, ${clockTime(startsAt, zone)} to ${clockTime(endsAt, zone)}`
}

/** 'Asia/Kolkata, GMT+5:30' */
export function zoneText(zone: string, time: Date): string {
  return `${zone.replaceAll('_', ' ')}, ${formatOffset(time, zone)}`
}

/** For a day like '2026-11-16': 'Mon', 'Nov 16' and '16'. */
export function dayParts(day: string): { weekday: string; date: string; number: string } {
  const { weekday = '', month, day: number = '' } = partsOf(new Date(`${day}T12:00:00Z`), 'UTC', 'day')
  return { weekday: weekday.slice(0, 3), date: `${month} ${number}`, number }
}

/**
 * Labels for the start times of one day. When daylight saving time ends, one hour occurs twice. The GMT offset
 * distinguishes the two.
 */
export function startNames(starts: Date[], zone: string): string[] {
  const names = starts.map((start) => clockTime(start, zone))
  return names.map((name, index) => {
    const start = starts[index]
    const isTwice = names.indexOf(name) !== names.lastIndexOf(name)
    return isTwice && start ? `${name} (${formatOffset(start, zone)})` : name
  })
}

/** Time until an instant as text; null once it has passed. */
export function countdownText(ms: number): string | null {
  if (ms <= 0) return null
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 10) {
    const seconds = Math.floor((ms % 60_000) / 1_000)
    return `${minutes}:${String(seconds).padStart(2, '0')} minutes`
  }
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${counted(hours, 'hour')} ${minutes % 60 > 0 ? counted(minutes % 60, 'minute') : ''}`.trim()
  const days = Math.floor(hours / 24)
  return `${counted(days, 'day')} ${hours % 24 > 0 ? counted(hours % 24, 'hour') : ''}`.trim()
}

function formatOffset(time: Date, zone: string): string {
  return partsOf(time, zone, 'offset').timeZoneName ?? ''
}

const formatOptions = {
  clock: { hour: 'numeric', minute: '2-digit', hour12: true },
  day: { weekday: 'long', month: 'short', day: 'numeric' },
  offset: { hour: 'numeric', timeZoneName: 'shortOffset' },
  numbers: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Cached: creating a format takes a hundred times as long as using it. The number of zones limits the size. */
const formats = new Map<string, Intl.DateTimeFormat>()

export function partsOf(time: Date, zone: string, shape: keyof typeof formatOptions): Record<string, string> {
  const key = `${shape} ${zone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...formatOptions[shape], timeZone: zone })
  formats.set(key, format)
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
}
