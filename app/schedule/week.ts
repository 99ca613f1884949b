import type { WeeklyHours } from '#domain/schedule/contract.ts'
import { bookingStepMinutes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

/** One range in the form. The key identifies it among the ranges of its day. */
export type Range = { key: number; from: number; to: number }
/** Ranges by weekday; 1 is Monday. */
export type Week = Record<number, Range[]>

export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7]
const endOfDay = 1_440

export function toWeek(weekly: WeeklyHours[]): Week {
  return Object.fromEntries(
    weekdayNumbers.map((weekday) => [
      weekday,
      weekly
        .filter((hours) => hours.weekday === weekday)
        .map(({ fromMinute, toMinute }, key) => ({ key, from: fromMinute, to: toMinute })),
    ]),
  )
}

/** Suggests 9 to 17 on an empty day, otherwise one hour that starts an hour after the last range. Null if full. */
export function nextRange(ranges: Range[]): Range | null {
  const key = Math.max(-1, ...ranges.map((range) => range.key)) + 1
  if (ranges.length === 0) return { key, from: 9 * 60, to: 17 * 60 }
  const lastEnd = Math.max(...ranges.map(({ to }) => to))
  if (lastEnd >= endOfDay) return null
  const from = Math.min(lastEnd + 60, endOfDay - bookingStepMinutes)
  return { key, from, to: Math.min(from + 60, endOfDay) }
}

/** Returns an error text for the ranges of one day, if any. */
export function findDayProblem(ranges: Range[]): string | undefined {
  if (ranges.some(({ from, to }) => from >= to)) return refusals.hours_backwards.text
  const sorted = ranges.toSorted((a, b) => a.from - b.from)
  const hasOverlap = sorted.some((range, index) => range.from < (sorted[index - 1]?.to ?? 0))
  return hasOverlap ? refusals.hours_overlap.text : undefined
}

export function copyDay(week: Week, from: number, to: number[]): Week {
  return { ...week, ...Object.fromEntries(to.map((weekday) => [weekday, week[from] ?? []])) }
}

export const hourFields = {
  from: (weekday: number) => `from-${weekday}`,
  to: (weekday: number) => `to-${weekday}`,
}

export function readWeek(form: FormData): WeeklyHours[] {
  return weekdayNumbers.flatMap((weekday) => {
    const ends = form.getAll(hourFields.to(weekday)).map(Number)
    return form.getAll(hourFields.from(weekday)).map((from, index) => ({
      weekday,
      fromMinute: Number(from),
      toMinute: ends[index] ?? Number.NaN,
    }))
  })
}
