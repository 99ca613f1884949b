import { isValidTopUp, readAmount } from '#domain/wallet/rules.ts'
import { addMoneyMaxPaise, addMoneyPresetsPaise } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
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
  return String((preset ?? needed) / 100)
}
