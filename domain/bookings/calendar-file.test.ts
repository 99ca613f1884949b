import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarFileEntry, writeCalendarFeed, writeCalendarFile } from '#domain/bookings/calendar-file.server.ts'

const entry: CalendarFileEntry = {
  method: 'REQUEST',
  uid: '5f0c@samjhao.example',
  sequence: 2,
  writtenAt: new Date('2026-11-16T16:00:05.123Z'),
  startsAt: new Date('2026-11-20T04:30:00Z'),
  endsAt: new Date('2026-11-20T05:00:00Z'),
  summary: 'Samjhao: session with Ravi Nair',
  description: 'Join here: https://samjhao.example/user/bookings/1',
  url: 'https://samjhao.example/user/bookings/1',
  organizer: { name: 'Samjhao', email: 'support@samjhao.example' },
  attendee: { name: 'Asha Rao', email: 'asha@samjhao.example' },
}

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const [event, ...more] = calendar.getAllSubcomponents('vevent')
  if (!event || more.length > 0) throw new Error('expected exactly one event')
  return { calendar, event, entry: new ICAL.Event(event) }
}

test('an independent parser reads the file', () => {
  const { calendar, event, entry: seen } = read(writeCalendarFile(entry))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect([seen.uid, seen.sequence, seen.summary]).toEqual([entry.uid, 2, entry.summary])
  expect(seen.startDate.toJSDate()).toEqual(entry.startsAt)
  expect(seen.endDate.toJSDate()).toEqual(entry.endsAt)
  expect(event.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(event.getFirstPropertyValue('organizer')).toBe('mailto:support@samjhao.example')
  const attendee = event.getFirstProperty('attendee')
  expect(attendee?.getFirstValue()).toBe('mailto:asha@samjhao.example')
  expect(attendee?.getParameter('cn')).toBe('Asha Rao')
})

test('a cancellation has the status CANCELLED and the same uid', () => {
  const { calendar, event, entry: seen } = read(writeCalendarFile({ ...entry, method: 'CANCEL', sequence: 3 }))
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(event.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect([seen.uid, seen.sequence]).toEqual([entry.uid, 3])
})

test('special characters, long lines and other scripts arrive unchanged', () => {
  const name = 'Ravi "the; Sky", Nair: \\ समझाओ 🙂 '.repeat(6).trim()
  const file = writeCalendarFile({
    ...entry,
    summary: name,
    description: `${name}\nEND:VEVENT\r\nsecond line`,
    attendee: { ...entry.attendee, name: 'Asha "X"\r\nATTENDEE:mailto:evil@example.com; Rao' },
  })
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(file).not.toMatch(/[^\r]\n/)
  const { event, entry: seen } = read(file)
  expect(seen.summary).toBe(name)
  expect(seen.description).toBe(`${name}\nEND:VEVENT\nsecond line`)
  expect(event.getAllProperties('attendee')).toHaveLength(1)
})

test('a carriage return or another control character in a text does not start a new line in the file', () => {
  const file = writeCalendarFile({ ...entry, summary: 'With Ravi\rATTENDEE:mailto:evil@example.com\0\u0085x' })
  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  expect(read(file).entry.summary).toBe('With Ravi\nATTENDEE:mailto:evil@example.com  x')
})

test('a feed has all entries, each with its own status, and says how often to read it', () => {
  const { method: _method, attendee: _attendee, ...shared } = entry
  const file = writeCalendarFeed({
    name: 'Samjhao; bookings, all',
    refreshMinutes: 15,
    entries: [
      { ...shared, isCancelled: false },
      { ...shared, uid: 'other@samjhao.example', sequence: 3, isCancelled: true },
    ],
  })
  const calendar = new ICAL.Component(ICAL.parse(file))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  // The parser does not decode properties that are not in RFC 5545.
  for (const name of ['name', 'x-wr-calname']) {
    expect(calendar.getFirstPropertyValue(name)).toBe('Samjhao\\; bookings\\, all')
  }
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT15M')
  const events = calendar.getAllSubcomponents('vevent')
  const read = (name: string) => events.map((event) => event.getFirstPropertyValue(name))
  expect(read('uid')).toEqual([entry.uid, 'other@samjhao.example'])
  expect(read('sequence')).toEqual([2, 3])
  expect(read('status')).toEqual(['CONFIRMED', 'CANCELLED'])
  expect(read('transp')).toEqual([null, 'TRANSPARENT'])
  expect(read('attendee')).toEqual([null, null])
  expect(String(read('dtstamp')[0])).toBe('2026-11-16T16:00:05Z')
  expect(file).not.toMatch(/[^\r]\n/)
})

test('a feed without bookings is a valid calendar', () => {
  const file = writeCalendarFeed({ name: 'Samjhao', refreshMinutes: 15, entries: [] })
  expect(new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')).toEqual([])
})
