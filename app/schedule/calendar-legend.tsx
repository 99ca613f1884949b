import { busyStyle, entryFill, openStyle } from '#app/schedule/calendar-styles.ts'
import { entryLabel } from '#app/schedule/schedule-text.ts'
import { cx } from '#app/ui/cx.ts'
import type { CalendarDay } from '#domain/bookings/contract.ts'

/** Explains the colours. It is hidden from screen readers, because each entry has a text label. */
export function CalendarLegend({ days, className }: { days: CalendarDay[]; className: string }) {
  const legendItems = new Map([
    ['Open', cx(openStyle, 'border border-good/40')],
    ...days
      .flatMap(({ entries }) => entries.map(entryLabel))
      .map(({ label, tone }) => [label, entryFill[tone]] as const),
  ])
  const isBusy = days.some(({ busy = [] }) => busy.length > 0)
  return (
    <ul aria-hidden="true" className={cx('flex flex-wrap gap-x-4 gap-y-1 text-small text-quiet', className)}>
      {[...legendItems].map(([label, style]) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-xs', style)} />
          {label}
        </li>
      ))}
      {isBusy && (
        <li className="flex items-center gap-1.5">
          <span style={busyStyle} className="size-2.5 rounded-xs border border-line-strong" />
          Busy elsewhere
        </li>
      )}
    </ul>
  )
}
