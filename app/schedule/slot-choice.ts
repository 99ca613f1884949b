import type { SlotDay, SlotRequest } from '#domain/schedule/contract.ts'
import { bookingMinutes } from '#kernel/limits.ts'
import { findZone } from '#kernel/zones.ts'

/** The choice of a time, as stored in the query of the URL. */
export type SlotChoice = {
  minutes: SlotRequest['minutes']
  zone: string
  /** `from` is the first day of the shown week; `day` is the day whose times are shown. */
  from: string | null
  day: string | null
  /** The chosen instant. */
  start: string | null
}

export type SlotWeek = {
  days: SlotDay[]
  /** First days of the previous and next weeks; null when nothing can be booked there. */
  earlier: string | null
  later: string | null
  /** The next day with a free time, when this week has none. */
  nextFree: string | null
}

const defaultMinutes = 30

export function readSlotChoice(params: URLSearchParams, fallbackZone: string): SlotChoice {
  const requestedMinutes = Number(params.get('minutes'))
  return {
    minutes: bookingMinutes.find((minutes) => minutes === requestedMinutes) ?? defaultMinutes,
    zone: findZone(params.get('zone') ?? '') ?? fallbackZone,
    from: params.get('from'),
    day: params.get('day'),
    start: params.get('start'),
  }
}

/** Builds the query string; unset values are left out. */
export function slotSearch(choice: Partial<SlotChoice>, extraParams: Record<string, string> = {}): string {
  const chosen = Object.entries({ ...extraParams, ...choice }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return `?${new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]))}`
}

/** Writes the choice into the URL, for a reload or another tab. Null removes. The router does not load the page again. */
export function storeInUrl(chosen: Record<string, string | null>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(chosen)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  history.replaceState(history.state, '', url)
}

/** Returns the chosen day, or the first day of the week with a free time. */
export function shownDay(week: SlotWeek, day: string | null): SlotDay | undefined {
  return week.days.find((each) => each.day === day) ?? week.days.find(({ starts }) => starts.length > 0) ?? week.days[0]
}

/** Whether any day of the week offers this start time, even a day that is not shown. */
export function isOffered(week: SlotWeek, start: string | null): start is string {
  return week.days.some(({ starts }) => starts.some((each) => each.toISOString() === start))
}
