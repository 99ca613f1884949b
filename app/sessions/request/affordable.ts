import type { Spending } from '#domain/wallet/contract.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { type Paise, paise } from '#kernel/money.ts'

export type Affordable = {
  /** Whole minutes. */
  minutes: number
  /** The amount held at the request. */
  held: Paise
  heldMinutes: number
  /** The limit that allows no more minutes. */
  limit: 'balance' | 'daily limit'
  /** The amount missing for one minute, or zero. */
  missing: Paise
}

/** The minutes that the balance and the student's daily limit allow. */
export function computeAffordable(available: Paise, spending: Spending | null, ratePaisePerMinute: Paise): Affordable {
  const leftToday = spending?.dailyLimit ? Math.max(0, spending.dailyLimit - spending.spentToday) : available
  const spendable = paise(Math.min(available, leftToday))
  const held = holdFor(spendable, ratePaisePerMinute)
  return {
    minutes: Math.floor(spendable / ratePaisePerMinute),
    held,
    heldMinutes: held / ratePaisePerMinute,
    limit: leftToday < available ? 'daily limit' : 'balance',
    missing: paise(Math.max(0, ratePaisePerMinute - available)),
  }
}
