import { Phone, Video } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { clockTime, dayParts } from '#app/base/time-text.ts'
import { minuteOfDay } from '#app/schedule/duration-text.ts'
import { toBox, type Box, cutToHours, placeEntries, type PlacedEntry } from '#app/schedule/calendar-layout.ts'
import { busyText, dayNotes, entryPath, entryLabel, openHoursText } from '#app/schedule/schedule-text.ts'
import { busyStyle, entryEdge, openStyle } from '#app/schedule/calendar-styles.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { CalendarDay } from '#domain/bookings/contract.ts'

type Props = {
  day: CalendarDay
  hours: { first: number; last: number }
  zone: string
  isToday: boolean
  /** Phones show only the chosen day. */
  isChosen: boolean
  now: Date
}

const hourRem = 3
/** An entry of at least this length shows its name below its time. */
const twoLinesMinutes = 45

/** Renders a day as a list on phones and as a column of hours on wide screens. */
export function CalendarColumn({ day, hours, zone, isToday, isChosen, now }: Props) {
  const placed = placeEntries(day.entries, zone)
  const busy = busyText(day, zone)
  const style = {
    '--height': `${(hours.last - hours.first) * hourRem}rem`,
  } as CSSProperties
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className={cx('min-w-0 md:block md:border-l md:border-line', !isChosen && 'hidden')}
    >
      <DayHeading day={day} isToday={isToday} />
      <p className="px-5 pb-4 text-small text-soft md:sr-only">
        {openHoursText(day, zone)}
        {busy && <span className="block">{busy}</span>}
      </p>
      <div
        style={style}
        className="relative max-md:px-5 max-md:pb-5 md:h-(--height) md:bg-[linear-gradient(to_bottom,var(--color-line)_1px,transparent_1px)] md:bg-size-[100%_3rem]"
      >
        {day.open.map((span) => (
          <div
            key={span.from.getTime()}
            aria-hidden="true"
            style={boxStyle(toBox(span, zone), hours.first)}
            className={cx('absolute inset-x-0 top-(--top) hidden h-(--length) md:block', openStyle)}
          />
        ))}
        {day.busy?.map((span) => (
          <div
            key={span.from.getTime()}
            aria-hidden="true"
            title="Busy in your other calendar"
            style={{ ...boxStyle(cutToHours(toBox(span, zone), hours), hours.first), ...busyStyle }}
            className="absolute inset-x-0 top-(--top) hidden h-(--length) md:block"
          />
        ))}
        {isToday && <NowLine now={now} hours={hours} zone={zone} />}
        <ul className="grid gap-2 md:block">
          {placed.map((placedEntry) => (
            <Entry key={placedEntry.entry.id} placed={placedEntry} first={hours.first} zone={zone} />
          ))}
        </ul>
        {placed.length === 0 && <p className="text-small text-quiet md:sr-only">Nothing booked.</p>}
      </div>
    </li>
  )
}

function DayHeading({ day, isToday }: { day: CalendarDay; isToday: boolean }) {
  const { weekday, date } = dayParts(day.day)
  const notes = dayNotes(day)
  return (
    <div className="px-5 pt-4 pb-1 md:h-20 md:px-2 md:pt-2.5 md:text-center">
      <h3 className={cx('text-body font-semibold md:text-small', isToday ? 'text-accent' : 'text-text')}>
        {weekday} <span className="md:block">{date}</span>
        {isToday && <span className="font-normal md:sr-only"> today</span>}
      </h3>
      {notes.map((note) => (
        <p key={note} title={note} className="truncate text-small text-info">
          {note}
        </p>
      ))}
    </div>
  )
}

function NowLine({ now, hours, zone }: Pick<Props, 'now' | 'hours' | 'zone'>) {
  const minute = minuteOfDay(now, zone)
  if (minute < hours.first * 60 || minute > hours.last * 60) return null
  return (
    <div
      aria-hidden="true"
      style={boxStyle({ topMinutes: minute, minutes: 0 }, hours.first)}
      className="absolute inset-x-0 top-(--top) z-10 hidden border-t-2 border-accent md:block"
    />
  )
}

function Entry({ placed, first, zone }: { placed: PlacedEntry; first: number; zone: string }) {
  const { entry, box, lane, lanes } = placed
  const { label, tone } = entryLabel(entry)
  const Icon = entry.callType === 'video' ? Video : Phone
  const style = {
    ...boxStyle(box, first),
    '--left': `${(lane / lanes) * 100}%`,
    '--width': `${100 / lanes}%`,
  } as CSSProperties
  const time = `${clockTime(entry.startsAt, zone)} to ${clockTime(entry.endsAt, zone)}`
  return (
    <li style={style} className="md:absolute md:top-(--top) md:left-(--left) md:h-(--length) md:w-(--width) md:p-0.5">
      <Link
        to={entryPath(entry)}
        title={`${time}, ${entry.studentName}`}
        className={cx(
          'flex h-full min-h-14 items-center gap-3 overflow-hidden rounded-control border border-l-4 border-line-strong bg-float px-3 text-small hover:bg-line md:block md:min-h-0 md:px-1.5 md:py-px md:leading-4.5',
          entryEdge[tone],
        )}
      >
        <Icon className="size-4 shrink-0 md:hidden" aria-hidden="true" />
        <span className={cx('min-w-0 flex-1 max-md:truncate md:block', box.minutes < twoLinesMinutes && 'truncate')}>
          <span className="figures block max-md:truncate max-md:text-soft md:inline">
            <span className="md:hidden">{time}</span>
            <span className="max-md:hidden">{clockTime(entry.startsAt, zone)} </span>
          </span>
          <span className="font-semibold">{entry.studentName}</span>
        </span>
        <span className="md:hidden">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="sr-only max-md:hidden">
          , until {clockTime(entry.endsAt, zone)}, {label}
        </span>
      </Link>
    </li>
  )
}

function boxStyle({ topMinutes, minutes }: Box, firstHour: number): CSSProperties {
  return {
    '--top': `${((topMinutes - firstHour * 60) / 60) * hourRem}rem`,
    '--length': `${(minutes / 60) * hourRem}rem`,
  } as CSSProperties
}
