import type { Spending } from '#domain/wallet/contract.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { type Paise, paise } from '#kernel/money.ts'

export type Affordable = {
  /** Whole minutes. */
  minutes: number
  /** What is held at the request. */
  held: Paise
  heldMinutes: number
  /** What keeps it from being more. */
  limit: 'balance' | 'daily limit'
  /** How much money is missing for one minute, if any is. */
  missing: Paise
}

/** How long the money lasts, the wallet's and what the student's own daily limit leaves of it. */
export function affordable(
  available: Paise,
  spending: Spending | null,
  ratePaisePerMinute: Paise,
): Affordable {
  const left = spending?.dailyLimit ? Math.max(0, spending.dailyLimit - spending.spentToday) : available
  const spendable = paise(Math.min(available, left))
  const held = holdFor(spendable, ratePaisePerMinute)
  return {
    minutes: Math.floor(spendable / ratePaisePerMinute),
    held,
    heldMinutes: held / ratePaisePerMinute,
    limit: left < available ? 'daily limit' : 'balance',
    missing: paise(Math.max(0, ratePaisePerMinute - available)),
  }
}
