import { CalendarClock } from 'lucide-react'
import { clockTime } from '#app/base/time-text.ts'
import { nearDay } from '#app/schedule/duration-text.ts'
import { canonicalZone } from '#kernel/zones.ts'

/** `asOf` is the time of rendering, which lies in the past on a cached page. */
export type NextTime = { at: Date; asOf: Date }

/** Shows the expert's next free time and names the zone, because the viewer's zone is unknown before hydration. */
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
