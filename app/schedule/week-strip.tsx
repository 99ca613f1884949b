import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { dayParts } from '#app/base/time-text.ts'
import { CalendarLegend } from '#app/schedule/calendar-legend.tsx'
import { type Box, cutToHours, toBox, visibleHours, placeEntries } from '#app/schedule/calendar-layout.ts'
import { busyStyle, entryFill, openStyle } from '#app/schedule/calendar-styles.ts'
import { busyText, dayNotes, entryLabel, openHoursText } from '#app/schedule/schedule-text.ts'
import { cx } from '#app/ui/cx.ts'
import type { Calendar, CalendarDay } from '#domain/bookings/contract.ts'
import { counted } from '#kernel/count-text.ts'

type Hours = { first: number; last: number }

/** Shows open hours and entries of the next seven days. Each day links to the calendar. */
export function WeekStrip({ calendar: { days, zone, today } }: { calendar: Calendar }) {
  const hours = visibleHours(days, zone)
  return (
    <div className="mt-5 border-t border-line pt-4">
      <ol aria-label="The next seven days" className="grid grid-cols-7 gap-1 md:gap-2">
        {days.map((day) => (
          <Day key={day.day} day={day} zone={zone} hours={hours} isToday={day.day === today} />
        ))}
      </ol>
      <CalendarLegend days={days} className="mt-3" />
    </div>
  )
}

type DayProps = { day: CalendarDay; zone: string; hours: Hours; isToday: boolean }

function Day({ day, zone, hours, isToday }: DayProps) {
  const { weekday } = dayParts(day.day)
  const text = daySummary(day, { zone, isToday })
  return (
    <li>
      <Link
        to={`/expert/schedule?day=${day.day}`}
        title={text}
        className={cx(
          'flex flex-col items-center overflow-hidden rounded-control border text-small hover:bg-float',
          isToday ? 'border-accent/60' : 'border-line',
        )}
      >
        <span className="pt-1.5 text-quiet">{weekday} </span>
        <span className={cx('figures pb-1.5 font-semibold', isToday && 'text-accent')}>{Number(day.day.slice(8))}</span>
        <span className="sr-only">, {text}</span>
        <span className="relative h-24 w-full border-t border-line">
          {day.open.map((span) => (
            <span
              key={span.from.getTime()}
              style={boxStyle(toBox(span, zone), hours)}
              className={cx('absolute inset-x-0 top-(--top) h-(--length)', openStyle)}
            />
          ))}
          {day.busy?.map((span) => (
            <span
              key={span.from.getTime()}
              style={{ ...boxStyle(cutToHours(toBox(span, zone), hours), hours), ...busyStyle }}
              className="absolute inset-x-0 top-(--top) h-(--length)"
            />
          ))}
          {placeEntries(day.entries, zone).map(({ entry, box }) => (
            <span
              key={entry.id}
              style={boxStyle(box, hours)}
              className={cx(
                'absolute inset-x-1 top-(--top) h-(--length) min-h-1.5 rounded-xs',
                entryFill[entryLabel(entry).tone],
              )}
            />
          ))}
        </span>
      </Link>
    </li>
  )
}

function daySummary(day: CalendarDay, { zone, isToday }: { zone: string; isToday: boolean }): string {
  const count = day.entries.length
  const busy = busyText(day, zone)
  return [
    ...(isToday ? ['today'] : []),
    openHoursText(day, zone),
    ...(busy ? [busy] : []),
    ...dayNotes(day),
    ...(count > 0 ? [counted(count, 'session')] : []),
  ].join(', ')
}

function boxStyle({ topMinutes, minutes }: Box, { first, last }: Hours): CSSProperties {
  const percent = (length: number) => `${(length / ((last - first) * 60)) * 100}%`
  return { '--top': percent(topMinutes - first * 60), '--length': percent(minutes) } as CSSProperties
}
