import { Link } from 'react-router'
import { dayParts } from '#app/features/bookings/booking-time.ts'
import { dayNotes, openWords } from '#app/features/schedule/schedule-words.ts'
import { cx } from '#app/ui/cx.ts'
import type { Calendar, CalendarDay } from '#domain/bookings/contract.ts'

/** The next seven days in a line: how long one is open, and what stands on each. Each leads to its day in the calendar. */
export function WeekStrip({ calendar: { days, zone, today } }: { calendar: Calendar }) {
  return (
    <ol aria-label="The next seven days" className="mt-5 grid grid-cols-7 gap-1 border-t border-line pt-4">
      {days.map((each) => (
        <Day key={each.day} each={each} zone={zone} isToday={each.day === today} />
      ))}
    </ol>
  )
}

function Day({ each, zone, isToday }: { each: CalendarDay; zone: string; isToday: boolean }) {
  const { weekday, date } = dayParts(each.day)
  const count = each.entries.length
  const words = [
    `${weekday}, ${date}`,
    ...(isToday ? ['today'] : []),
    openWords(each, zone),
    ...dayNotes(each),
    ...(count > 0 ? [`${count} ${count === 1 ? 'session' : 'sessions'}`] : []),
  ].join(', ')
  return (
    <li>
      <Link
        to={`/expert/schedule?day=${each.day}`}
        aria-label={words}
        title={words}
        className={cx(
          'relative flex min-h-19 flex-col items-center justify-center gap-0.5 rounded-control border text-small hover:bg-float',
          isToday ? 'border-accent/60' : 'border-line',
        )}
      >
        <span className="text-quiet">{weekday}</span>
        <span className={cx('figures font-semibold', isToday && 'text-accent')}>
          {Number(each.day.slice(8))}
        </span>
        <span className="figures text-quiet">{openHours(each)}</span>
        {count > 0 && (
          <span className="figures absolute -top-2 -right-1 min-w-5 rounded-full bg-accent px-1 text-center leading-5 font-semibold text-on-accent">
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}

/** '6 h', or a dash where nothing is open. */
function openHours({ open }: CalendarDay): string {
  const minutes = open.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 60_000, 0)
  return minutes === 0 ? '–' : `${Math.round(minutes / 6) / 10} h`
}
