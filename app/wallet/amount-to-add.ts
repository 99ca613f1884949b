import { isValidTopUp, readAmount } from '#domain/wallet/rules.ts'
import { counted } from '#kernel/count-text.ts'
import { addMoneyMaxPaise, addMoneyPresetsPaise } from '#kernel/limits.ts'
import { formatForField, formatRupees, type Paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

/** The form cannot be submitted with an empty, zero or negative amount. */
export function isEmptyAmount(text: string): boolean {
  return /^\s*(-.*|₹?\s*[0.,]*)\s*$/.test(text)
}

export function findTopUpProblem(text: string): string | undefined {
  const amount = readAmount(text)
  if (amount && amount > addMoneyMaxPaise) return refusals.too_much_at_once.text
  return amount && isValidTopUp(amount) ? undefined : refusals.not_an_amount.text
}

export function addButtonText(text: string): string {
  const amount = readAmount(text)
  return amount && isValidTopUp(amount) ? `Add ${formatRupees(amount)}` : 'Add Money'
}

/** Returns the smallest sufficient preset, or the exact amount when no preset is enough. */
export function suggestAmount(needed: Paise): string {
  const preset = addMoneyPresetsPaise.find((amount) => amount >= needed)
  return formatForField(preset ?? needed)
}

/** The whole minutes that this amount buys. */
export function minutesFor(amount: Paise, ratePaisePerMinute: Paise): number {
  return Math.floor(amount / ratePaisePerMinute)
}

/** '₹100 lasts about 10 minutes at ₹10/min.'; undefined for an amount that cannot be added. */
export function minutesHint(text: string, ratePaisePerMinute: Paise): string | undefined {
  const amount = readAmount(text)
  if (!amount || !isValidTopUp(amount)) return undefined
  const minutes = minutesFor(amount, ratePaisePerMinute)
  const time = minutes === 0 ? 'less than a minute' : `about ${counted(minutes, 'minute')}`
  return `${formatRupees(amount)} lasts ${time} at ${formatRupees(ratePaisePerMinute)}/min.`
}
