import type { Calendar } from '#platform/mail/port.ts'

type CalendarPerson = { name: string; email: string }

export type CalendarFileEntry = {
  /** 'PUBLISH' is for a file that a person downloads. It invites no one. */
  method: Calendar['method'] | 'PUBLISH'
  /** The same for every version of one entry. */
  uid: string
  /** Increases with every version, so that calendars keep the latest. */
  sequence: number
  writtenAt: Date
  startsAt: Date
  endsAt: Date
  summary: string
  description: string
  url: string
  organizer: CalendarPerson
  attendee: CalendarPerson
}

/** Writes an entry according to RFC 5545 and 5546. Times are in UTC, which every calendar converts to its own zone. */
export function writeCalendarFile(entry: CalendarFileEntry): string {
  const { method, attendee } = entry
  const attendees = method === 'PUBLISH' ? [] : [writeAttendee(attendee)]
  return writeCalendar(method, [], [writeEvent({ ...entry, isCancelled: method === 'CANCEL' }, attendees)])
}

export type FeedEntry = Omit<CalendarFileEntry, 'method' | 'attendee'> & { isCancelled: boolean }

/** Writes all entries of a calendar that programs fetch again and again. */
export function writeCalendarFeed({ name, refreshMinutes, entries }: CalendarFeed): string {
  const properties = [
    `NAME:${escapeText(name)}`,
    // Many programs know only this older name.
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ]
  return writeCalendar(
    'PUBLISH',
    properties,
    entries.map((entry) => writeEvent(entry, [])),
  )
}

type CalendarFeed = { name: string; refreshMinutes: number; entries: FeedEntry[] }

function writeCalendar(method: CalendarFileEntry['method'], properties: string[], events: string[][]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Samjhao//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...properties,
    ...events.flat(),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function writeEvent(entry: FeedEntry, attendees: string[]): string[] {
  const { organizer, isCancelled } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${formatUtc(entry.writtenAt)}`,
    `DTSTART:${formatUtc(entry.startsAt)}`,
    `DTEND:${formatUtc(entry.endsAt)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Some programs show a cancelled entry as busy.
    ...(isCancelled ? ['TRANSP:TRANSPARENT'] : []),
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.email}`,
    ...attendees,
    'END:VEVENT',
  ]
}

function writeAttendee({ name, email }: CalendarPerson): string {
  return `ATTENDEE;CN=${quoteParameter(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${email}`
}

function formatUtc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escapeText(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Quotes a parameter value. Replaces quotes and control characters, which are not allowed inside it. */
function quoteParameter(value: string): string {
  return `"${value.replaceAll('"', "'").replaceAll(/\p{Cc}/gu, ' ')}"`
}

const lineMaxBytes = 75

/** Folds long lines with a leading space, without splitting a character. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > lineMaxBytes) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part].join('\r\n')
}
