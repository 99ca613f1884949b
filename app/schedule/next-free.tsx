import { CalendarClock } from 'lucide-react'
import { clockTime } from '#app/base/time-text.ts'
import { nearDay } from '#app/schedule/duration-text.ts'
import { canonicalZone } from '#kernel/zones.ts'

/** As it stood when the page came, which says no exact instant: the same page is repeated to others. */
export type NextTime = { at: Date; asOf: Date }

/** The first time at which the expert can be booked, by the clock of the viewer, which is named: before scripts run it is not known. */
export function NextFree({ next, zone }: { next: NextTime; zone: string }) {
  const city = canonicalZone(zone).split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <p className="flex items-center gap-2 text-small text-soft">
      <CalendarClock className="size-4 shrink-0 text-quiet" aria-hidden="true" />
      <span>
        Next free:{' '}
        <time dateTime={next.at.toISOString()} className="font-semibold text-text">
          {nearDay(next.at, zone, next.asOf)}, {clockTime(next.at, zone)}
        </time>{' '}
        ({city} time)
      </span>
    </p>
  )
}
