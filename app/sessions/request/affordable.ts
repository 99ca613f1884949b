import type { Spending } from '#domain/wallet/contract.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { type Paise, paise } from '#kernel/money.ts'

export type Affordable = {
  /** Whole minutes. */
  minutes: number
  /** The amount held at the request. */
  held: Paise
  heldMinutes: number
  /** What limits the minutes. */
  limit: 'balance' | 'daily limit'
  /** The amount missing for one minute, or zero. */
  missing: Paise
}

/** Computes how many minutes the balance and the student's daily limit allow. */
export function affordable(available: Paise, spending: Spending | null, ratePaisePerMinute: Paise): Affordable {
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
