import type { PeriodFigures, Span } from '#domain/team/contract.ts'
import { formatCount } from '#kernel/count-text.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { defaultZone } from '#kernel/zones.ts'

const rupees = (amount: number) => formatRupees(paise(amount))

/** What a chart can show. */
export const measures = {
  calls: { label: 'Calls that were paid', textOf: formatCount },
  minutes: { label: 'Minutes that were paid', textOf: formatCount },
  charged: { label: 'Charged to students', textOf: rupees },
  fee: { label: 'Our fee, less what refunds took of it', textOf: rupees },
  refunded: { label: 'Refunded', textOf: rupees },
} as const satisfies Record<string, { label: string; textOf(value: number): string }>
export type Measure = keyof typeof measures

export function valueOf(slot: PeriodFigures, measure: Measure): number {
  return measure === 'fee' ? slot.fee - slot.feeRefunded : slot[measure]
}

/** '12 calls, 70 minutes, ₹700 charged, of which ₹140 are ours; ₹50 went back.' */
export function totalsText(figures: PeriodFigures[]): string {
  const sum = (measure: Measure) => figures.reduce((total, slot) => total + valueOf(slot, measure), 0)
  const sold = `${formatCount(sum('calls'))} calls, ${formatCount(sum('minutes'))} minutes, ${rupees(sum('charged'))} charged`
  return `${sold}, of which ${rupees(sum('fee'))} are ours; ${rupees(sum('refunded'))} went back.`
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

/** An hour or a day in Kolkata, whatever the zone of the reader. */
export function slotText(startsAt: Date, span: Span): string {
  return (span === 'hour' ? hours : days).format(startsAt)
}
