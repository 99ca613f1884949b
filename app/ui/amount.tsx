import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

/** A credit or debit: sign, colour and arrow, and the word for screen readers. */
export function Amount({ paise, className }: { paise: Paise; className?: string }) {
  const isDebit = paise < 0
  const Arrow = isDebit ? ArrowUpRight : ArrowDownLeft
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-1 align-bottom font-semibold whitespace-nowrap',
        isDebit ? 'text-bad' : 'text-good',
        className,
      )}
    >
      <Arrow className="size-4" aria-hidden="true" />
      <span className="sr-only">{isDebit ? 'Debit ' : 'Credit '}</span>
      {isDebit ? '' : '+'}
      {formatRupees(paise)}
    </span>
  )
}
