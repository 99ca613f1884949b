import { isValidTopUp, readAmount } from '#domain/wallet/rules.ts'
import { addMoneyMaxPaise, addMoneyPresetsPaise } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

/** Zero and less, and an empty field, cannot be sent at all. */
export function isEmptyAmount(text: string): boolean {
  return /^\s*(-.*|₹?\s*[0.,]*)\s*$/.test(text)
}

export function problemOf(text: string): string | undefined {
  const amount = readAmount(text)
  if (amount && amount > addMoneyMaxPaise) return refusals.too_much_at_once.text
  return amount && isValidTopUp(amount) ? undefined : refusals.not_an_amount.text
}

export function addButtonText(text: string): string {
  const amount = readAmount(text)
  return amount && isValidTopUp(amount) ? `Add ${formatRupees(amount)}` : 'Add Money'
}

/** The usual amount that is enough, or exactly what is needed where none of them is. */
export function amountFor(needed: Paise): string {
  const preset = addMoneyPresetsPaise.find((amount) => amount >= needed)
  return String((preset ?? needed) / 100)
}
