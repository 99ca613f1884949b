import { billedMinutes } from '#domain/sessions/rules.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/** The price of a call at the standard rate. */
export function callPrice(sharedSeconds: number): { minutes: number; pricePaise: Paise } {
  const minutes = billedMinutes(sharedSeconds * 1_000)
  return { minutes, pricePaise: paise(minutes * sessionRatePaisePerMinute) }
}
