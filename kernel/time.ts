/** Nothing in the product asks the machine for the time except through a clock that it was handed. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** 252 seconds read as 04:12, as on the clock of a call. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
