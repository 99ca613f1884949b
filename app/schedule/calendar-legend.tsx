import { entryFill, openLook } from '#app/schedule/calendar-looks.ts'
import { entryWord } from '#app/schedule/schedule-text.ts'
import { cx } from '#app/ui/cx.ts'
import type { CalendarDay } from '#domain/bookings/contract.ts'

/** What the colours on these days mean. Those who do not see them hear it at each entry. */
export function CalendarLegend({ days, className }: { days: CalendarDay[]; className: string }) {
  const meanings = new Map([
    ['Open', cx(openLook, 'border border-good/40')],
    ...days
      .flatMap(({ entries }) => entries.map(entryWord))
      .map(({ word, tone }) => [word, entryFill[tone]] as const),
  ])
  return (
    <ul aria-hidden="true" className={cx('flex flex-wrap gap-x-4 gap-y-1 text-small text-quiet', className)}>
      {[...meanings].map(([word, look]) => (
        <li key={word} className="flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-xs', look)} />
          {word}
        </li>
      ))}
    </ul>
  )
}
