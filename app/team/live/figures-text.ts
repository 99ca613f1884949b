import type { PeriodFigures, Span } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { defaultZone } from '#kernel/zones.ts'

const formatAmount = (amount: number) => formatRupees(paise(amount))

export const measures = {
  calls: { label: 'Paid calls', formatValue: formatCount },
  minutes: { label: 'Paid minutes', formatValue: formatCount },
  charged: { label: 'Charged to students', formatValue: formatAmount },
  fee: { label: 'Our fee after refunds', formatValue: formatAmount },
  refunded: { label: 'Refunded', formatValue: formatAmount },
} as const satisfies Record<string, { label: string; formatValue(value: number): string }>
export type Measure = keyof typeof measures

export function readMeasure(slot: PeriodFigures, measure: Measure): number {
  return measure === 'fee' ? slot.fee - slot.feeRefunded : slot[measure]
}

/** Formats as '12 calls, 70 minutes, ₹700 charged, ₹140 net fee, ₹50 refunded.' */
export function totalsText(figures: PeriodFigures[]): string {
  const sum = (measure: Measure) => figures.reduce((total, slot) => total + readMeasure(slot, measure), 0)
  const sold = `${formatCount(sum('calls'))} calls, ${formatCount(sum('minutes'))} minutes, ${formatAmount(sum('charged'))} charged`
  return `${sold}, ${formatAmount(sum('fee'))} net fee, ${formatAmount(sum('refunded'))} refunded.`
}

const hourFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: defaultZone,
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone: defaultZone, day: '2-digit', month: 'short' })

/** Formats an hour or a day in Kolkata time, independent of the reader's zone. */
export function slotText(startsAt: Date, span: Span): string {
  return (span === 'hour' ? hourFormat : dayFormat).format(startsAt)
}
