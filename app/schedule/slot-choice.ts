import type { SlotDay, SlotRequest } from '#domain/schedule/contract.ts'
import { bookingMinutes } from '#kernel/limits.ts'
import { findZone } from '#kernel/zones.ts'

/** What an address says about the time that somebody looks for. */
export type SlotChoice = {
  minutes: SlotRequest['minutes']
  zone: string
  /** The first day of the week that is shown, and the day whose times are. */
  from: string | null
  day: string | null
  /** The chosen instant. */
  start: string | null
}

export type SlotWeek = {
  days: SlotDay[]
  /** Where the weeks around it begin; null where nothing can be booked. */
  earlier: string | null
  later: string | null
  /** The first day after it that has a time, when the week itself has none. */
  nextFree: string | null
}

const usualMinutes = 30

export function readSlotChoice(params: URLSearchParams, knownZone: string): SlotChoice {
  const requestedMinutes = Number(params.get('minutes'))
  return {
    minutes: bookingMinutes.find((minutes) => minutes === requestedMinutes) ?? usualMinutes,
    zone: findZone(params.get('zone') ?? '') ?? knownZone,
    from: params.get('from'),
    day: params.get('day'),
    start: params.get('start'),
  }
}

/** The same as an address; what is not chosen is left out. */
export function slotSearch(choice: Partial<SlotChoice>, extraParams: Record<string, string> = {}): string {
  const chosen = Object.entries({ ...extraParams, ...choice }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return `?${new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]))}`
}

/** The day whose times are shown: the chosen one, or the first of the week that has any. */
export function shownDay(week: SlotWeek, day: string | null): SlotDay | undefined {
  return (
    week.days.find((each) => each.day === day) ??
    week.days.find(({ starts }) => starts.length > 0) ??
    week.days[0]
  )
}

/** Whether this instant can be chosen in the week, whatever day of it is shown. */
export function isOffered(week: SlotWeek, start: string | null): start is string {
  return week.days.some(({ starts }) => starts.some((each) => each.toISOString() === start))
}
