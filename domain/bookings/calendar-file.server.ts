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
  const { method, organizer, attendee } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Samjhao//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${formatUtc(entry.writtenAt)}`,
    `DTSTART:${formatUtc(entry.startsAt)}`,
    `DTEND:${formatUtc(entry.endsAt)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.email}`,
    ...(method === 'PUBLISH' ? [] : [writeAttendee(attendee)]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
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
