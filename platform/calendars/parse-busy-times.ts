import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { busyTimesMax } from '#kernel/limits.ts'
import { createZones, utc, type Wall, type Zone } from '#platform/calendars/calendar-zones.ts'
import type { BusySpan, CalendarQuery } from '#platform/calendars/port.ts'
import { splitCalendar } from '#platform/calendars/split-calendar.ts'

export type ParseQuery = Pick<CalendarQuery, 'zone' | 'within' | 'ownHost'> & { text: string }
export type ParsedBusyTimes = { busy: BusySpan[]; skippedEvents: number }

/**
 * Returns when the owner of a calendar is busy. Cancelled events, events that are marked as free, and our own bookings
 * do not count. An event that cannot be read is skipped and counted.
 */
export function parseBusyTimes(query: ParseQuery): ParsedBusyTimes | 'not_a_calendar' | 'too_complex' {
  const { zone, within, ownHost } = query
  const calendar = splitCalendar(query.text)
  if (!calendar) return 'not_a_calendar'
  const zones = createZones(calendar.zones, zone)
  const events: CalendarEvent[] = []
  const busy: BusySpan[] = []
  let skippedEvents = 0
  const tryEach = <Item>(items: Item[], read: (item: Item) => void) => {
    for (const item of items) {
      try {
        read(item)
      } catch {
        skippedEvents += 1
      }
    }
  }
  tryEach(calendar.events, (text) => events.push(readEvent(text, zones)))
  const others = events.filter(({ uid }) => !uid.endsWith(`@${ownHost}`))
  const changes = Map.groupBy(
    others.filter(({ replaces }) => replaces !== null),
    ({ uid }) => uid,
  )
  tryEach(others, (event) => {
    if (!event.isBusy) return
    const replaced = event.replaces ? [] : (changes.get(event.uid) ?? []).map(({ replaces }) => replaces as Moment)
    for (const span of listSpans(event, [...event.excluded, ...replaced], within)) busy.push(span)
  })
  const merged = merge(busy)
  return merged.length > busyTimesMax ? 'too_complex' : { busy: merged, skippedEvents }
}

/** A time as it is written in a calendar. A date has no time of day. */
type Moment = { wall: Wall; isDate: boolean; zone: Zone }

type CalendarEvent = {
  uid: string
  start: Moment
  length: { days: number } | { ms: number }
  rules: ICAL.Recur[]
  /** Further starts. Some have their own end. */
  dates: (Moment & { endsAt?: number })[]
  excluded: Moment[]
  /** The occurrence that this event replaces, of the event with the same UID. */
  replaces: Moment | null
  isBusy: boolean
}

type FindZone = (tzid: string | undefined) => Zone

function readEvent(text: string, zones: FindZone): CalendarEvent {
  const component = new ICAL.Component(ICAL.parse(text))
  const readAll = (name: string) =>
    component
      .getAllProperties(name)
      .flatMap((property) => property.getValues().map((value: unknown) => readMoment(value, property, zones)))
  const [start] = readAll('dtstart')
  if (!start) throw new Error('the event has no start')
  const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return {
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    start,
    length: readLength(component, start, readAll('dtend')[0]),
    rules: component.getAllProperties('rrule').flatMap((property) => property.getValues() as ICAL.Recur[]),
    dates: readAll('rdate'),
    excluded: readAll('exdate'),
    replaces: readAll('recurrence-id')[0] ?? null,
    isBusy: textOf('status') !== 'CANCELLED' && textOf('transp') !== 'TRANSPARENT',
  }
}

function readMoment(value: unknown, property: ICAL.Property, zones: FindZone): Moment & { endsAt?: number } {
  if (value instanceof ICAL.Period) {
    const start = readMoment(value.start, property, zones)
    const end = readMoment(value.getEnd(), property, zones)
    return { ...start, endsAt: toInstant(end) }
  }
  if (!(value instanceof ICAL.Time)) throw new Error('not a time')
  const { year, month, day, hour, minute, second, isDate } = value
  const zone = value.zone === ICAL.Timezone.utcTimezone ? utc : zones(property.getFirstParameter('tzid') || undefined)
  return { wall: { year, month, day, hour, minute, second }, isDate, zone }
}

/** Without an end, a whole day lasts a day, and any other event takes no time. */
function readLength(component: ICAL.Component, start: Moment, end: Moment | undefined): CalendarEvent['length'] {
  const duration = component.getFirstPropertyValue('duration')
  const durationMs = duration instanceof ICAL.Duration ? duration.toSeconds() * 1_000 : 0
  if (start.isDate) {
    const days = end ? toDate(start.wall).until(toDate(end.wall)).days : Math.ceil(durationMs / dayMs)
    return { days: requireNotNegative(days) || 1 }
  }
  return { ms: requireNotNegative(end ? toInstant(end) - toInstant(start) : durationMs) }
}

function requireNotNegative(length: number): number {
  if (length < 0) throw new Error('the event ends before it starts')
  return length
}

const dayMs = 86_400_000

function listSpans(event: CalendarEvent, excluded: Moment[], within: BusySpan): BusySpan[] {
  const days = new Set(excluded.filter((each) => each.isDate || event.start.isDate).map(dayOf))
  const instants = new Set(excluded.filter((each) => !each.isDate && !event.start.isDate).map(toInstant))
  const spans = new Map<number, BusySpan>()
  const starts: CalendarEvent['dates'] = [...listStarts(event, within), ...event.dates]
  for (const start of starts) {
    const from = toInstant(start)
    if (instants.has(from) || days.has(dayOf(start))) continue
    const to = start.endsAt ?? endOf(start, event.length)
    const clipped = { from: Math.max(from, within.from), to: Math.min(to, within.to) }
    if (clipped.from < clipped.to) spans.set(from, clipped)
  }
  return [...spans.values()]
}

/** The start of the event, and all that its rules add around the requested time. */
function listStarts({ start, length, rules }: CalendarEvent, within: BusySpan): Moment[] {
  const lengthMs = 'days' in length ? length.days * dayMs : length.ms
  // Clocks differ from UTC by less than a day.
  const first = within.from - lengthMs - dayMs
  const last = within.to + dayMs
  const starts = [start]
  for (const rule of rules) {
    const iterator = withLocalEnd(rule, start).iterator(toFloating(start))
    // The iterator returns the same object each time.
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { year, month, day, hour, minute, second } = next
      const about = Date.UTC(year, month - 1, day, hour, minute, second)
      if (about > last) break
      if (about >= first) starts.push({ ...start, wall: { year, month, day, hour, minute, second } })
    }
  }
  return starts
}

/** Rules count in the clock of the event, so that a weekly event keeps its hour when the clocks change. */
function toFloating({ wall, isDate }: Moment): ICAL.Time {
  return new ICAL.Time({ ...wall, isDate }, ICAL.Timezone.localTimezone)
}

/** The last start of a rule is written in UTC, or as a date, which includes that whole day. */
function withLocalEnd(rule: ICAL.Recur, { isDate, zone }: Moment): ICAL.Recur {
  if (!rule.until) return rule
  const { year, month, day, hour, minute, second } = rule.until
  const written: Wall = { year, month, day, hour, minute, second }
  const isUtc = rule.until.zone === ICAL.Timezone.utcTimezone
  const local = isUtc ? zone.toWall(utc.toInstant(written)) : written
  const time = isDate ? { hour: 0, minute: 0, second: 0 } : rule.until.isDate ? endOfDay : {}
  const ended = rule.clone()
  ended.until = toFloating({ wall: { ...local, ...time }, isDate, zone })
  return ended
}

const endOfDay = { hour: 23, minute: 59, second: 59 }

function toInstant({ wall, isDate, zone }: Moment): number {
  return zone.toInstant(isDate ? { ...wall, hour: 0, minute: 0, second: 0 } : wall)
}

function endOf(start: Moment, length: CalendarEvent['length']): number {
  if ('ms' in length) return toInstant(start) + length.ms
  const { year, month, day } = toDate(start.wall).add({ days: length.days })
  return toInstant({ ...start, wall: { ...start.wall, year, month, day } })
}

function toDate({ year, month, day }: Wall): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day })
}

function dayOf({ wall }: Moment): string {
  return toDate(wall).toString()
}

/** Sorts the spans and merges those that touch. */
function merge(spans: BusySpan[]): BusySpan[] {
  const merged: BusySpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1)
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}
