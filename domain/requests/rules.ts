import { holdMinutesMax } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/**
 * Computes the session’s first hold: as many whole minutes at the accepting expert’s rate as the request’s hold covers.
 */
export function firstHold(held: Paise, ratePaisePerMinute: Paise): Paise {
  return paise(Math.min(holdMinutesMax, Math.floor(held / ratePaisePerMinute)) * ratePaisePerMinute)
}
