/** Nothing in the product asks the machine for the time except through a clock that it was handed. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
