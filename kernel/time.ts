/** Nothing in the product asks the machine for the time except through a clock that it was handed. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export function daysLater(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000)
}

/** 252 seconds read as 04:12, as on the clock of a call. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

const longMonth = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** 'April 2025', in one zone for server and browser, so that both write the same. */
export function monthAndYear(date: Date): string {
  return longMonth.format(date)
}
