import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Availability, slots, type Span } from '#domain/schedule/slots.server.ts'
import { bookingMinutes } from '#kernel/limits.ts'

const minuteMs = 60_000
const daysRead = 4

/** Days with different kinds of clock changes in several zones, and days without one. */
const cases = [
  { zone: 'Asia/Kolkata', day: '2026-11-17' },
  { zone: 'Europe/Berlin', day: '2026-03-29' },
  { zone: 'Europe/Berlin', day: '2026-10-25' },
  { zone: 'America/New_York', day: '2026-03-08' },
  { zone: 'America/New_York', day: '2026-11-01' },
  // A change by half an hour; changes at midnight, forwards and back; a skipped day.
  { zone: 'Australia/Lord_Howe', day: '2026-04-05' },
  { zone: 'Australia/Lord_Howe', day: '2026-10-04' },
  { zone: 'America/Santiago', day: '2026-09-06' },
  { zone: 'America/Santiago', day: '2026-04-05' },
  { zone: 'Pacific/Apia', day: '2011-12-30' },
  { zone: 'Asia/Kathmandu', day: '2026-12-31' },
]

type LocalMinute = { day: string; weekday: number; minute: number }

/** The local time of every minute around that day, according to Intl. */
function readWallClock({ zone, day }: (typeof cases)[number]) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const from = Date.parse(`${day}T00:00Z`) - 1.5 * 86_400_000
  const clock = Array.from({ length: daysRead * 1_440 }, (_, index): LocalMinute => {
    const parts = Object.fromEntries(
      format.formatToParts(from + index * minuteMs).map(({ type, value }) => [type, value]),
    )
    const local = `${parts.year}-${parts.month}-${parts.day}`
    const weekday = new Date(`${local}T00:00Z`).getUTCDay() || 7
    return { day: local, weekday, minute: Number(parts.hour) * 60 + Number(parts.minute) }
  })
  return { zone, from, clock, days: [...new Set(clock.map((each) => each.day))] }
}

type WallClock = ReturnType<typeof readWallClock>

const isIn = ({ minute }: LocalMinute, hours: { fromMinute: number; toMinute: number }) =>
  hours.fromMinute <= minute && minute < hours.toMinute

function isOpen({ weekly, exceptions }: Availability, local: LocalMinute): boolean {
  const special = exceptions.filter(({ firstDay, lastDay }) => firstDay <= local.day && local.day <= lastDay)
  if (special.some(({ hours }) => hours === null)) return false
  if (special.length > 0) return special.some(({ hours }) => hours !== null && isIn(local, hours))
  return weekly.some((hours) => hours.weekday === local.weekday && isIn(local, hours))
}

/** Slow reference: a start is valid if every minute of the session is open and every minute around it is free. */
function slowSlots(wall: WallClock, availability: Availability, taken: Span[], minutes: number, within: Span) {
  const open = wall.clock.map((local) => isOpen(availability, local))
  const free = wall.clock.map((_, index) => {
    const at = wall.from + index * minuteMs
    return !taken.some(({ from, to }) => from < at + minuteMs && at < to)
  })
  const starts: number[] = []
  for (let index = 0; index < wall.clock.length; index += 1) {
    const at = wall.from + index * minuteMs
    if (at % (15 * minuteMs) !== 0 || at < within.from || at >= within.to) continue
    const buffer = availability.bufferMinutes
    const isAllOpen = open.slice(index, index + minutes).every(Boolean)
    const isAllFree = free.slice(Math.max(0, index - buffer), index + minutes + buffer).every(Boolean)
    if (isAllOpen && isAllFree) starts.push(at)
  }
  return starts
}

const hours = fc
  .tuple(fc.nat({ max: 95 }), fc.integer({ min: 1, max: 40 }))
  .map(([from, length]) => ({ fromMinute: from * 15, toMinute: Math.min(1_440, (from + length) * 15) }))

/** Contains only numbers of days and minutes, so that one scenario fits every zone. */
const scenario = fc.record({
  bufferMinutes: fc.constantFrom(0, 5, 10, 15, 30, 47),
  weekly: fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hours }), { maxLength: 16 }),
  exceptions: fc.array(
    fc.record({
      first: fc.nat({ max: 4 }),
      length: fc.nat({ max: 1 }),
      hours: fc.option(hours, { freq: 2 }),
    }),
    { maxLength: 2 },
  ),
  taken: fc.array(fc.record({ at: fc.nat({ max: daysRead * 1_440 }), length: fc.integer({ min: 1, max: 180 }) }), {
    maxLength: 6,
  }),
  minutes: fc.constantFrom(...bookingMinutes),
  within: fc.tuple(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 1_700 })),
})

test.each(cases.map((each) => [each.zone, each.day] as const))(
  'in %s around %s the slots equal those of a minute-by-minute search',
  (zone, day) => {
    const wall = readWallClock({ zone, day })
    let found = 0
    const property = fc.property(scenario, ({ weekly, exceptions, taken, minutes, within, bufferMinutes }) => {
      const availability: Availability = {
        zone,
        bufferMinutes,
        noticeMinutes: 60,
        weekly: weekly.map((each) => ({ weekday: each.weekday, ...each.hours })),
        exceptions: exceptions.map(({ first, length, hours: special }) => ({
          firstDay: wall.days[first] ?? day,
          lastDay: wall.days[first + length] ?? wall.days[first] ?? day,
          hours: special,
        })),
      }
      const spans = taken.map(({ at, length }) => ({
        from: wall.from + at * minuteMs,
        to: wall.from + (at + length) * minuteMs,
      }))
      // More than a day inside the period that was read, so that its edges do not matter.
      const from = wall.from + (1_440 + within[0]) * minuteMs
      const span = { from, to: Math.min(from + within[1] * minuteMs, wall.from + 3.5 * 86_400_000) }
      const actual = slots({ availability, taken: spans, minutes, within: span })
      found += actual.length
      expect(actual).toEqual(slowSlots(wall, availability, spans, minutes, span))
    })
    fc.assert(property, { numRuns: 60 })
    expect(found).toBeGreaterThan(20)
  },
)
