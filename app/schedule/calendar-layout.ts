import { minuteOfDay } from '#app/schedule/duration-text.ts'
import type { CalendarDay, CalendarEntry } from '#domain/bookings/contract.ts'

/** Position in the column of a day: `topMinutes` is the local start time in minutes since midnight. */
export type Box = { topMinutes: number; minutes: number }
export type PlacedEntry = { entry: CalendarEntry; box: Box; lane: number; lanes: number }

/** Shorter entries are drawn at this length, so that they can be read and pressed. */
const minShownMinutes = 30

export function toBox({ from, to }: { from: Date; to: Date }, zone: string): Box {
  return { topMinutes: minuteOfDay(from, zone), minutes: (to.getTime() - from.getTime()) / 60_000 }
}

/** A busy time of another calendar may be outside the hours that are shown. */
export function cutToHours({ topMinutes, minutes }: Box, { first, last }: { first: number; last: number }): Box {
  const top = Math.min(Math.max(topMinutes, first * 60), last * 60)
  return { topMinutes: top, minutes: Math.max(0, Math.min(topMinutes + minutes, last * 60) - top) }
}

/** Places overlapping entries side by side, even when an hour repeats at the end of summer time. */
export function placeEntries(entries: CalendarEntry[], zone: string): PlacedEntry[] {
  const placed: PlacedEntry[] = []
  for (const entry of entries) {
    const { topMinutes, minutes } = toBox({ from: entry.startsAt, to: entry.endsAt }, zone)
    placed.push({ entry, box: { topMinutes, minutes: Math.max(minShownMinutes, minutes) }, lane: 0, lanes: 1 })
  }
  for (const group of groupOverlapping(placed)) layOutSideBySide(group)
  return placed
}

/** Returns the range of hours that covers all open hours and entries, and at least a working day. */
export function visibleHours(days: CalendarDay[], zone: string): { first: number; last: number } {
  const boxes = days.flatMap(({ open, entries }) => [
    ...open.map((span) => toBox(span, zone)),
    ...placeEntries(entries, zone).map(({ box }) => box),
  ])
  const first = Math.min(9, ...boxes.map(({ topMinutes }) => Math.floor(topMinutes / 60)))
  const last = Math.max(18, ...boxes.map(({ topMinutes, minutes }) => Math.ceil((topMinutes + minutes) / 60)))
  return { first, last: Math.min(24, last) }
}

/** Joins adjacent spans, so that screen readers read them as one. */
export function joinSpans(spans: CalendarDay['open']): CalendarDay['open'] {
  const joined: CalendarDay['open'] = []
  for (const span of spans) {
    const previous = joined.at(-1)
    if (previous && previous.to.getTime() === span.from.getTime()) previous.to = span.to
    else joined.push({ ...span })
  }
  return joined
}

function groupOverlapping(placed: PlacedEntry[]): PlacedEntry[][] {
  const groups: PlacedEntry[][] = []
  let end = -1
  for (const entry of placed.toSorted((a, b) => a.box.topMinutes - b.box.topMinutes)) {
    if (entry.box.topMinutes >= end) groups.push([])
    groups.at(-1)?.push(entry)
    end = Math.max(end, entry.box.topMinutes + entry.box.minutes)
  }
  return groups
}

function layOutSideBySide(group: PlacedEntry[]): void {
  const ends: number[] = []
  for (const entry of group) {
    const freeLane = ends.findIndex((end) => end <= entry.box.topMinutes)
    entry.lane = freeLane === -1 ? ends.length : freeLane
    ends[entry.lane] = entry.box.topMinutes + entry.box.minutes
  }
  for (const entry of group) entry.lanes = ends.length
}
