import { describe, expect, test } from 'vitest'
import { busyTimesMax } from '#kernel/limits.ts'
import { parseBusyTimes } from '#platform/calendars/parse-busy-times.ts'
import { writeCalendar } from '#tests/calendars.ts'

const within = { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-12-31T00:00:00Z') }
const options = { zone: 'Asia/Kolkata', within, ownHost: 'samjhao.example' }

/** The busy times as texts in UTC: '2026-11-20 04:00 to 05:00'. */
function read(text: string, changes: Partial<typeof options> = {}) {
  const parsed = parseBusyTimes({ ...options, ...changes, text })
  if (typeof parsed === 'string') throw new Error(parsed)
  const busy = parsed.busy.map(({ from, to }) => {
    const [start = '', end = ''] = [from, to].map((each) => new Date(each).toISOString().slice(0, 16).replace('T', ' '))
    return `${start} to ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
  })
  return { busy, skippedEvents: parsed.skippedEvents }
}
const busyIn = (...events: string[][]) => read(writeCalendar(...events)).busy
const startsOf = (...events: string[][]) => busyIn(...events).map((text) => text.slice(5, 16))

describe('a single event', () => {
  test('is busy in UTC, in a named zone, and in the zone of the expert if it has none', () => {
    expect(busyIn(['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z'])).toEqual(['2026-11-20 04:00 to 05:00'])
    expect(
      busyIn(['DTSTART;TZID=Europe/Berlin:20261120T090000', 'DTEND;TZID=America/New_York:20261120T040000']),
    ).toEqual(['2026-11-20 08:00 to 09:00'])
    expect(busyIn(['DTSTART:20261120T093000', 'DURATION:PT45M'])).toEqual(['2026-11-20 04:00 to 04:45'])
  })

  test('takes no time without an end', () => {
    expect(busyIn(['DTSTART:20261120T040000Z'])).toEqual([])
  })

  test('that lasts whole days begins and ends at midnight of the expert', () => {
    expect(busyIn(['DTSTART;VALUE=DATE:20261120'])).toEqual(['2026-11-19 18:30 to 2026-11-20 18:30'])
    expect(busyIn(['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261123'])).toEqual([
      '2026-11-19 18:30 to 2026-11-22 18:30',
    ])
    // The clocks go back in Berlin on 25 October, so this day has 25 hours.
    const october = { from: Date.parse('2026-10-01T00:00:00Z'), to: within.to }
    const text = writeCalendar(['DTSTART;VALUE=DATE:20261025'])
    expect(read(text, { zone: 'Europe/Berlin', within: october }).busy).toEqual([
      '2026-10-24 22:00 to 2026-10-25 23:00',
    ])
  })

  test('does not count when it is cancelled, marked as free, or one of our own bookings', () => {
    const event = ['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z']
    expect(busyIn([...event, 'TRANSP:TRANSPARENT'], [...event, 'STATUS:CANCELLED'])).toEqual([])
    expect(busyIn([...event, 'UID:0199c0de@samjhao.example'])).toEqual([])
    expect(busyIn([...event, 'TRANSP:OPAQUE', 'STATUS:TENTATIVE'])).toHaveLength(1)
    expect(busyIn([...event, 'UID:0199c0de@notsamjhao.example'])).toHaveLength(1)
  })

  test('is cut to the requested time, and merged with those that touch it', () => {
    expect(
      busyIn(
        ['DTSTART:20260101T000000Z', 'DTEND:20261101T010000Z'],
        ['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z'],
        ['DTSTART:20261120T050000Z', 'DTEND:20261120T060000Z'],
        ['DTSTART:20261120T043000Z', 'DTEND:20261120T044500Z'],
        ['DTSTART:20270101T000000Z', 'DTEND:20270102T000000Z'],
      ),
    ).toEqual(['2026-11-01 00:00 to 01:00', '2026-11-20 04:00 to 06:00'])
  })

  test('that cannot be understood is skipped and counted, and the others stay', () => {
    const good = ['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z']
    const { busy, skippedEvents } = read(
      writeCalendar(
        ['SUMMARY:without a start'],
        ['DTSTART:20261120T040000Z', 'DTEND:20261120T030000Z'],
        ['DTSTART:tomorrow'],
        ['DTSTART:20261120T100000Z', 'DTEND:20261120T110000Z', 'RRULE:FREQ=SOMETIMES'],
        good,
      ),
    )
    expect(busy).toEqual(['2026-11-20 04:00 to 05:00'])
    expect(skippedEvents).toBe(4)
  })

  test('is found behind folded lines, alarms, texts and people that are not valid', () => {
    const text = writeCalendar([
      'DTSTART;TZID=Asia/Kol\r\n kata:20261120\r\n\tT093000',
      'DESCRIPTION:BEGIN:VEVENT\\nEND:VCALENDAR',
      'ATTENDEE;CN="broken:mailto:x',
      ';=;',
      'DTEND;TZID=Asia/Kolkata:20261120T103000',
      'BEGIN:VALARM',
      'TRIGGER:-PT10M',
      'DURATION:PT5H',
      'END:VALARM',
    ])
    expect(read(text)).toEqual({ busy: ['2026-11-20 04:00 to 05:00'], skippedEvents: 0 })
    expect(read(`\uFEFF${text.replaceAll('\r\n', '\n')}`).busy).toEqual(['2026-11-20 04:00 to 05:00'])
  })
})

describe('a repeated event', () => {
  const hour = ['DTSTART:20261102T040000Z', 'DTEND:20261102T050000Z']

  test('has all its days, weeks, months and years, with an interval and a last one', () => {
    expect(startsOf([...hour, 'RRULE:FREQ=DAILY;COUNT=3'])).toEqual(['11-02 04:00', '11-03 04:00', '11-04 04:00'])
    expect(startsOf([...hour, 'RRULE:FREQ=DAILY;INTERVAL=10;UNTIL=20261122T040000Z'])).toEqual([
      '11-02 04:00',
      '11-12 04:00',
      '11-22 04:00',
    ])
    expect(startsOf([...hour, 'RRULE:FREQ=DAILY;INTERVAL=10;UNTIL=20261122T035959Z'])).toHaveLength(2)
    expect(startsOf([...hour, 'RRULE:FREQ=DAILY;INTERVAL=10;UNTIL=20261122'])).toHaveLength(3)
    expect(startsOf([...hour, 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4'])).toEqual([
      '11-02 04:00',
      '11-06 04:00',
      '11-09 04:00',
      '11-13 04:00',
    ])
    expect(startsOf([...hour, 'RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=4'])).toEqual([
      '11-02 04:00',
      '11-27 04:00',
      '12-07 04:00',
      '12-25 04:00',
    ])
    expect(startsOf([...hour, 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'])).toEqual(['11-02 04:00', '11-30 04:00'])
    const birthday = ['DTSTART;VALUE=DATE:19900115', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=15']
    expect(startsOf(birthday)).toEqual(['12-14 18:30'])
  })

  test('that began years ago is found, and its end is the end of the requested time', () => {
    const starts = startsOf(['DTSTART:20150105T040000Z', 'DTEND:20150105T050000Z', 'RRULE:FREQ=WEEKLY'])
    expect([starts[0], starts.at(-1), starts.length]).toEqual(['11-02 04:00', '12-28 04:00', 9])
  })

  test('keeps its hour when the clocks change', () => {
    const october = { from: Date.parse('2026-10-20T00:00:00Z'), to: Date.parse('2026-10-30T00:00:00Z') }
    const text = writeCalendar([
      'DTSTART;TZID=Europe/Berlin:20261021T090000',
      'DTEND;TZID=Europe/Berlin:20261021T100000',
      // The end is in UTC: the start of the occurrence on 28 October, after the change.
      'RRULE:FREQ=WEEKLY;UNTIL=20261028T080000Z',
    ])
    expect(read(text, { within: october }).busy).toEqual(['2026-10-21 07:00 to 08:00', '2026-10-28 08:00 to 09:00'])
  })

  test('leaves out excluded dates, written in any zone or as a whole day', () => {
    const daily = [...hour, 'RRULE:FREQ=DAILY;COUNT=5']
    expect(
      startsOf([...daily, 'EXDATE:20261103T040000Z,20261104T041500Z', 'EXDATE;TZID=Asia/Kolkata:20261105T093000']),
    ).toEqual(['11-02 04:00', '11-04 04:00', '11-06 04:00'])
    expect(startsOf([...daily, 'EXDATE;VALUE=DATE:20261102'])).not.toContain('11-02 04:00')
    const wholeDays = ['DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE;VALUE=DATE:20261102']
    expect(busyIn(wholeDays)).toEqual(['2026-11-08 18:30 to 2026-11-09 18:30'])
  })

  test('has further dates, some with their own length', () => {
    expect(busyIn([...hour, 'RDATE:20261110T040000Z', 'RDATE;VALUE=PERIOD:20261111T040000Z/PT3H'])).toEqual([
      '2026-11-02 04:00 to 05:00',
      '2026-11-10 04:00 to 05:00',
      '2026-11-11 04:00 to 07:00',
    ])
  })

  test('is changed by single occurrences: moved, marked as free, or cancelled', () => {
    const weekly = ['UID:dentist', ...hour, 'RRULE:FREQ=WEEKLY;COUNT=5']
    const moved = [
      'UID:dentist',
      'RECURRENCE-ID;TZID=Asia/Kolkata:20261109T093000',
      'DTSTART:20261110T060000Z',
      'DTEND:20261110T063000Z',
    ]
    const free = ['UID:dentist', 'RECURRENCE-ID:20261116T040000Z', 'DTSTART:20261116T040000Z', 'TRANSP:TRANSPARENT']
    const cancelled = ['UID:dentist', 'RECURRENCE-ID:20261123T040000Z', 'DTSTART:20261123T040000Z', 'STATUS:CANCELLED']
    const other = ['UID:other', 'RECURRENCE-ID:20261130T040000Z', 'DTSTART:20261130T040000Z', 'STATUS:CANCELLED']
    expect(busyIn(moved, free, weekly, cancelled, other)).toEqual([
      '2026-11-02 04:00 to 05:00',
      '2026-11-10 06:00 to 06:30',
      '2026-11-30 04:00 to 05:00',
    ])
  })
})

describe('a zone', () => {
  const definition = [
    'BEGIN:VTIMEZONE',
    'TZID:India Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')

  test('with a name of Windows comes from its definition in the calendar', () => {
    const text = writeCalendar([
      'DTSTART;TZID=India Standard Time:20261102T093000',
      'DTEND;TZID=India Standard Time:20261102T103000',
      'RRULE:FREQ=DAILY;UNTIL=20261103T040000Z',
    ]).replace('BEGIN:VEVENT', `${definition}\r\nBEGIN:VEVENT`)
    expect(read(text, { zone: 'Europe/Berlin' }).busy).toEqual([
      '2026-11-02 04:00 to 05:00',
      '2026-11-03 04:00 to 05:00',
    ])
  })

  test('with a prefix is found by its last parts, and an unknown one is that of the expert', () => {
    const start = (tzid: string) =>
      startsOf([`DTSTART;TZID=${tzid}:20261102T093000`, `DTEND;TZID=${tzid}:20261102T103000`])
    expect(start('/freeassociation.sourceforge.net/Europe/Berlin')).toEqual(['11-02 08:30'])
    expect(start('Middle Earth')).toEqual(['11-02 04:00'])
  })
})

describe('a text that is not a whole calendar', () => {
  const whole = writeCalendar(['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z'])
  test.each([
    ['empty', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['cut off', whole.slice(0, -20)],
    ['cut off in an event', whole.slice(0, whole.indexOf('DTEND'))],
    ['not closed in order', whole.replace('END:VEVENT\r\n', '')],
    ['with something before it', `hello\r\n${whole}`],
  ])('is refused: %s', (_name, text) => {
    expect(parseBusyTimes({ ...options, text })).toBe('not_a_calendar')
  })

  test('is not confused with a calendar without events', () => {
    expect(read(writeCalendar())).toEqual({ busy: [], skippedEvents: 0 })
  })
})

test('a calendar with more busy times than any person has is refused', () => {
  const minutely = ['DTSTART:20261102T000000Z', 'DURATION:PT30S', `RRULE:FREQ=MINUTELY;COUNT=${busyTimesMax + 1}`]
  expect(parseBusyTimes({ ...options, text: writeCalendar(minutely) })).toBe('too_complex')
})
