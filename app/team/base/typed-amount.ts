import { readAmount } from '#domain/wallet/rules.ts'
import { formatRupees } from '#kernel/money.ts'

/** Formats a typed amount in rupees. An invalid amount is shown as typed, and the server refuses it. */
export function typedAmountText(entered: FormData, name: string): string {
  const typed = String(entered.get(name) ?? '')
  const amount = readAmount(typed)
  return amount === undefined ? `₹${typed}` : formatRupees(amount)
}
