import type { DayOfEarnings } from '#domain/wallet/contract.ts'
import { addMoneyMaxPaise, addMoneyMinPaise, holdMinutesMax } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/** The expert's share of a total, rounded down. The platform gets the rest, so that no paisa is lost or created. */
export function expertShare(total: Paise, sharePercent: number): Paise {
  return paise(Number((BigInt(total) * BigInt(sharePercent)) / 100n))
}

/**
 * The part of a refund that the expert pays, in proportion to their share of the bill. Rounded down as in the ledger.
 */
export function expertShareOfRefund(
  refunded: Paise,
  { total, sharePercent }: { total: Paise; sharePercent: number },
): Paise {
  return paise(Number((BigInt(refunded) * BigInt(expertShare(total, sharePercent))) / BigInt(total)))
}

/** The earnings from Monday to yesterday. The days are in order, without gaps, and end with today. */
export function earnedEarlierThisWeek(days: DayOfEarnings[]): Paise {
  const today = days.at(-1)
  if (!today) return paise(0)
  const daysSinceMonday = (new Date(today.day).getUTCDay() + 6) % 7
  const earlier = days.slice(Math.max(0, days.length - 1 - daysSinceMonday), -1)
  return paise(earlier.reduce((total, { amount }) => total + amount, 0))
}

/**
 * The amount to hold at a request or an extension: the price of the whole minutes that the money can pay, up to five
 * minutes. Zero if it cannot pay one.
 */
export function holdFor(available: Paise, ratePaisePerMinute: Paise): Paise {
  const minutes = Math.min(Math.floor(available / ratePaisePerMinute), holdMinutesMax)
  return paise(minutes * ratePaisePerMinute)
}

export function isValidTopUp(amount: Paise): boolean {
  return amount >= addMoneyMinPaise && amount <= addMoneyMaxPaise
}

const amountShape = /^\d{1,9}(\.\d{1,2})?$/

/** Parses an amount such as '1,000.5' to paise. Undefined unless it is above zero with at most two decimals. */
export function readAmount(text: string): Paise | undefined {
  const plain = text.trim().replace(/^₹\s*/, '').replaceAll(',', '')
  if (!amountShape.test(plain)) return undefined
  const [rupees = '', fraction = ''] = plain.split('.')
  const amount = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return amount > 0 ? paise(amount) : undefined
}

const longestWaitMs = 6 * 3_600_000

/** When to ask the provider again. Each wait is half as long as the time since the start. */
export function nextCheckAt({ since, now, shortestWaitMs }: { since: Date; now: Date; shortestWaitMs: number }): Date {
  const ageMs = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, shortestWaitMs), longestWaitMs))
}
