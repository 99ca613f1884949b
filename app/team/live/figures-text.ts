import type { PeriodFigures, Span } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { defaultZone } from '#kernel/zones.ts'

const rupees = (amount: number) => formatRupees(paise(amount))

export const measures = {
  calls: { label: 'Paid calls', textOf: formatCount },
  minutes: { label: 'Paid minutes', textOf: formatCount },
  charged: { label: 'Charged to students', textOf: rupees },
  fee: { label: 'Our fee after refunds', textOf: rupees },
  refunded: { label: 'Refunded', textOf: rupees },
} as const satisfies Record<string, { label: string; textOf(value: number): string }>
export type Measure = keyof typeof measures

export function valueOf(slot: PeriodFigures, measure: Measure): number {
  return measure === 'fee' ? slot.fee - slot.feeRefunded : slot[measure]
}

/** Formats as '12 calls, 70 minutes, ₹700 charged, ₹140 net fee, ₹50 refunded.' */
export function totalsText(figures: PeriodFigures[]): string {
  const sum = (measure: Measure) => figures.reduce((total, slot) => total + valueOf(slot, measure), 0)
  const sold = `${formatCount(sum('calls'))} calls, ${formatCount(sum('minutes'))} minutes, ${rupees(sum('charged'))} charged`
  return `${sold}, ${rupees(sum('fee'))} net fee, ${rupees(sum('refunded'))} refunded.`
}

const hours = new Intl.DateTimeFormat('en-IN', {
  timeZone: defaultZone,
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
const days = new Intl.DateTimeFormat('en-IN', { timeZone: defaultZone, day: '2-digit', month: 'short' })

/** Formats an hour or a day in Kolkata time, independent of the reader's zone. */
export function slotText(startsAt: Date, span: Span): string {
  return (span === 'hour' ? hours : days).format(startsAt)
}
