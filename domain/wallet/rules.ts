import { addMoneyMaxPaise, addMoneyMinPaise, holdMinutesMax } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/** What the expert gets of a total, rounded down; the platform gets the rest, so that no paisa is lost or made. */
export function expertShare(total: Paise, sharePercent: number): Paise {
  return paise(Number((BigInt(total) * BigInt(sharePercent)) / 100n))
}

/** What of a refund the expert gives back: the same part of it as of the total, rounded down as the books do. */
export function expertShareOfRefund(
  refunded: Paise,
  { total, sharePercent }: { total: Paise; sharePercent: number },
): Paise {
  return paise(Number((BigInt(refunded) * BigInt(expertShare(total, sharePercent))) / BigInt(total)))
}

/** What is held at a request or an extension: the whole minutes that the money buys, up to five; nothing when it buys none. */
export function holdFor(available: Paise, ratePaisePerMinute: Paise): Paise {
  const minutes = Math.min(Math.floor(available / ratePaisePerMinute), holdMinutesMax)
  return paise(minutes * ratePaisePerMinute)
}

export function isValidTopUp(amount: Paise): boolean {
  return amount >= addMoneyMinPaise && amount <= addMoneyMaxPaise
}

const amountShape = /^\d{1,9}(\.\d{1,2})?$/

/** '1,000.5' typed into a form, as paise; nothing when it is no amount above zero with at most two decimals. */
export function readAmount(text: string): Paise | undefined {
  const plain = text.trim().replace(/^₹\s*/, '').replaceAll(',', '')
  if (!amountShape.test(plain)) return undefined
  const [rupees = '', fraction = ''] = plain.split('.')
  const amount = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return amount > 0 ? paise(amount) : undefined
}
