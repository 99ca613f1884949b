import { Temporal } from 'temporal-polyfill'
import type { Hours, Schedule, ScheduleException } from '#domain/schedule/contract.ts'
import { bookingStepMinutes } from '#kernel/limits.ts'

/** Instants in milliseconds; the end is exclusive. */
export type Span = { from: number; to: number }

export type Availability = Schedule & {
  exceptions: Pick<ScheduleException, 'firstDay' | 'lastDay' | 'hours'>[]
}

type SlotQuery = {
  availability: Availability
  /** Time that bookings and calls have reserved, and busy times of another calendar. */
  taken: Span[]
  minutes: number
  /** The span in which a slot may start. */
  within: Span
}

const stepMs = bookingStepMinutes * 60_000
const dayMs = 86_400_000

/**
 * Lists the instants at which a session of this length can start: entirely inside the expert's hours, and at least the
 * buffer away from reserved time. Hours are local time: an hour skipped in spring does not exist, an hour repeated in
 * autumn exists twice.
 */
export function slots({ availability, taken, minutes, within }: SlotQuery): number[] {
  const lengthMs = minutes * 60_000
  const bufferMs = availability.bufferMinutes * 60_000
  const open = merge(openSpans(availability, { from: within.from, to: within.to + lengthMs }))
  const busySpans = merge(taken.map(({ from, to }) => ({ from: from - bufferMs, to: to + bufferMs })))
  return subtract(open, busySpans)
    .flatMap((span) => startsIn(span, lengthMs))
    .filter((start) => start >= within.from && start < within.to)
}

/** Returns the start and end of this day in that zone. */
export function spanOfDay(day: string, zone: string): Span {
  const date = Temporal.PlainDate.from(day)
  return { from: startOf(date, zone), to: startOf(date.add({ days: 1 }), zone) }
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** Returns the open hours on that day, split where the clocks change. */
export function openOn(availability: Availability, day: string): Span[] {
  return openOnDate(availability, Temporal.PlainDate.from(day))
}

/** The Monday of that day's week. */
export function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

function openSpans(availability: Availability, { from, to }: Span): Span[] {
  const { zone } = availability
  const spans: Span[] = []
  const last = dateOf(to, zone)
  for (let date = dateOf(from, zone); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    spans.push(...openOnDate(availability, date))
  }
  return spans
}

function openOnDate(availability: Availability, date: Temporal.PlainDate): Span[] {
  const hours = hoursOf(availability, date)
  if (hours.length === 0) return []
  return fixedOffsetParts(date, availability.zone).flatMap((part) => openIn(part, hours))
}

/** A closed exception overrides all others; other hours replace the weekly hours. */
function hoursOf({ weekly, exceptions }: Availability, date: Temporal.PlainDate): Hours[] {
  const day = date.toString()
  const special = exceptions.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
  if (special.length === 0) return weekly.filter(({ weekday }) => weekday === date.dayOfWeek)
  const hours = special.map((each) => each.hours)
  return hours.every((each) => each !== null) ? hours : []
}

/** Part of a day with a constant UTC offset. `midnight` is the instant of 00:00 at this offset. */
type FixedOffsetPart = Span & { midnight: number }

function fixedOffsetParts(date: Temporal.PlainDate, zone: string): FixedOffsetPart[] {
  const end = startOf(date.add({ days: 1 }), zone)
  const parts: FixedOffsetPart[] = []
  let at = date.toZonedDateTime(zone)
  while (at.epochMilliseconds < end) {
    const from = at.epochMilliseconds
    const changed = has24Hours(from, end) ? null : at.getTimeZoneTransition('next')
    const to = Math.min(end, changed?.epochMilliseconds ?? end)
    parts.push({ from, to, midnight: midnightOf(date) - at.offsetNanoseconds / 1_000_000 })
    if (!changed || to === end) break
    at = changed
  }
  return parts
}

/** Avoids the slow search for a clock change, because almost every day has 24 hours. */
function has24Hours(from: number, end: number): boolean {
  return end - from === dayMs
}

function openIn({ from, to, midnight }: FixedOffsetPart, hours: Hours[]): Span[] {
  return hours
    .map(({ fromMinute, toMinute }) => ({
      from: Math.max(from, midnight + fromMinute * 60_000),
      to: Math.min(to, midnight + toMinute * 60_000),
    }))
    .filter((span) => span.from < span.to)
}

/** Sorts the spans and merges those that touch. */
function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1)
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

function subtract(spans: Span[], holes: Span[]): Span[] {
  return holes.reduce(
    (left, hole) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, hole.from) },
          { from: Math.max(from, hole.to), to },
        ].filter((span) => span.from < span.to),
      ),
    spans,
  )
}

function startsIn({ from, to }: Span, lengthMs: number): number[] {
  const starts: number[] = []
  for (let start = Math.ceil(from / stepMs) * stepMs; start + lengthMs <= to; start += stepMs) starts.push(start)
  return starts
}

function dateOf(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
}

function startOf(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds
}

function midnightOf(date: Temporal.PlainDate): number {
  return Date.UTC(date.year, date.month - 1, date.day)
}
