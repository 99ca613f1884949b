/** The parts of a calendar that decide when its owner is busy, each as the lines of one component. */
type SplitCalendar = { events: string[]; zones: string[] }

/** Texts, people and alarms are left out: they are most of a calendar, and an error in them must not hide an event. */
const keptProperties = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
])

/** Returns null unless the text is a whole calendar: a part of one must not replace what is known. */
export function splitCalendar(text: string): SplitCalendar | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
  const open: string[] = []
  const events: string[] = []
  const zones: string[] = []
  let calendars = 0
  let kept: string[] = []
  for (const line of lines) {
    const [, mark, name = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
    const isBegin = mark?.toUpperCase() === 'BEGIN'
    const component = name.toUpperCase()
    if (open.length === 0 && line.trim() !== '' && !(isBegin && component === 'VCALENDAR')) return null
    if (isBegin) {
      if (open.length === 1) kept = []
      open.push(component)
    }
    const isPart = mark !== undefined || !isEvent(open) || keptProperties.has(nameOf(line))
    if (isPart && (isEvent(open) || isZone(open))) kept.push(line)
    if (mark === undefined || isBegin) continue
    if (open.at(-1) !== component) return null
    if (open.length === 2 && isEvent(open)) events.push(kept.join('\r\n'))
    if (open.length === 2 && isZone(open)) zones.push(kept.join('\r\n'))
    open.pop()
    if (open.length === 0) calendars += 1
  }
  return open.length === 0 && calendars > 0 ? { events, zones } : null
}

/** An event itself, without the alarms in it. */
function isEvent(open: string[]): boolean {
  return open.length === 2 && open[1] === 'VEVENT'
}

/** A time zone, with its rules. */
function isZone(open: string[]): boolean {
  return open[1] === 'VTIMEZONE'
}

function nameOf(line: string): string {
  return (/^[\w-]+/.exec(line)?.[0] ?? '').toUpperCase()
}
