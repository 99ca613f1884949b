import { entryFill, openLook } from '#app/features/schedule/calendar-looks.ts'
import { cx } from '#app/ui/cx.ts'

const meanings = [
  { word: 'Open', look: cx(openLook, 'border border-good/40') },
  { word: 'Booked', look: entryFill.accent },
  { word: 'Booked session', look: entryFill.good },
  { word: 'Call', look: entryFill.info },
  { word: 'Did not take place', look: entryFill.bad },
]

/** What the colours of a calendar mean. Those who do not see them hear it at each entry. */
export function CalendarLegend({ className }: { className: string }) {
  return (
    <ul aria-hidden="true" className={cx('flex flex-wrap gap-x-4 gap-y-1 text-small text-quiet', className)}>
      {meanings.map(({ word, look }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-xs', look)} />
          {word}
        </li>
      ))}
    </ul>
  )
}
