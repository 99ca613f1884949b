/** Money is always whole paise. Rupees exist only in text. */
export type Paise = number & { readonly __unit: 'paise' }

export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`)
  return amount as Paise
}

const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** ₹1,00,000 and ₹12.50: Indian grouping, with paise only when there are any. */
export function formatRupees(amount: Paise): string {
  return (amount % 100 === 0 ? wholeRupees : rupeesAndPaise).format(amount / 100)
}

/** 100000 and 12.50: the value of a field for rupees, with as many decimals as `formatRupees` shows. */
export function formatForField(amount: Paise): string {
  return (amount / 100).toFixed(amount % 100 === 0 ? 0 : 2)
}
