/** Writes instants as ISO 8601 in a time zone, with its offset: '2026-11-16T15:30:00+05:30'. */
export function createLocalIso(zone: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: zone })
  return (date) => {
    const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
    const { year, month, day, hour, minute, second, timeZoneName = '' } = parts
    const offset = timeZoneName.replace('GMT', '') || '+00:00'
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
  }
}

const shape = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
} as const
