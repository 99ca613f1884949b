import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { dayParts, zoneText } from '#app/base/time-text.ts'
import { minuteText } from '#app/schedule/duration-text.ts'
import { CalendarColumn } from '#app/schedule/calendar-column.tsx'
import { CalendarLegend } from '#app/schedule/calendar-legend.tsx'
import { visibleHours } from '#app/schedule/calendar-layout.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Calendar } from '#domain/bookings/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { canonicalZone } from '#kernel/zones.ts'

type Props = { calendar: Calendar; now: Date }

/** Shows the expert's week, or one day on phones. The URL holds the chosen day. */
export function WeekCalendar({ calendar, now }: Props) {
  const { zone, days, hasHours } = calendar
  const isEmpty = days.every(({ entries }) => entries.length === 0)
  return (
    <Card as="section" aria-labelledby="calendar" className="p-0! md:p-0!">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-5 pb-4 md:px-6">
        <div>
          <h2 id="calendar" className="text-lead font-semibold">
            {weekText(calendar)}
          </h2>
          <p className="text-small text-quiet">{zoneText(canonicalZone(zone), now)}</p>
        </div>
        <WeekNavigation calendar={calendar} />
      </div>
      <DayStrip calendar={calendar} />
      {!hasHours && (
        <EmptyState
          heading="Nothing can be booked yet"
          icon={<CalendarClock />}
          className="m-5 mt-1 py-9 md:mx-6"
          action={<ButtonLink to="#hours">Publish your hours</ButtonLink>}
        >
          Set your hours. Students can then book you, even while you are offline.
        </EmptyState>
      )}
      {(hasHours || !isEmpty) && (
        <>
          <Columns calendar={calendar} now={now} />
          <CalendarLegend days={days} className="border-t border-line px-6 py-3 max-md:hidden" />
        </>
      )}
    </Card>
  )
}

function Columns({ calendar, now }: Props) {
  const { days, day, today, zone } = calendar
  const hours = visibleHours(days, zone)
  return (
    <div className="flex border-t border-line">
      <div aria-hidden="true" className="figures hidden w-16 shrink-0 pt-20 text-right text-small md:block">
        {Array.from({ length: hours.last - hours.first }, (_, index) => (
          <p key={index} className="h-12 -translate-y-2.5 pr-3 text-quiet first:invisible">
            {minuteText((hours.first + index) * 60).replace(':00', '')}
          </p>
        ))}
      </div>
      <ol className="grid min-w-0 flex-1 md:grid-cols-7">
        {days.map((each) => (
          <CalendarColumn
            key={each.day}
            day={each}
            hours={hours}
            zone={zone}
            isToday={each.day === today}
            isChosen={each.day === day}
            now={now}
          />
        ))}
      </ol>
    </div>
  )
}

/** Moves by day on phones and by week on wide screens. */
function WeekNavigation({ calendar: { before, after, today } }: { calendar: Calendar }) {
  return (
    <nav aria-label="Calendar" className="flex items-center gap-1 max-md:-ml-3">
      <WeekNavLink to={before.week} label="Previous week" className="max-md:hidden" icon={<ChevronLeft />} />
      <WeekNavLink to={before.day} label="Previous day" className="md:hidden" icon={<ChevronLeft />} />
      <Link
        to={`?day=${today}`}
        preventScrollReset
        className="inline-flex min-h-11 items-center rounded-control border border-line-strong px-3.5 text-small font-semibold hover:bg-float md:min-h-9"
      >
        Today
      </Link>
      <WeekNavLink to={after.day} label="Next day" className="md:hidden" icon={<ChevronRight />} />
      <WeekNavLink to={after.week} label="Next week" className="max-md:hidden" icon={<ChevronRight />} />
    </nav>
  )
}

function WeekNavLink(props: { to: string; label: string; className: string; icon: React.ReactNode }) {
  return (
    <Link
      to={`?day=${props.to}`}
      preventScrollReset
      aria-label={props.label}
      title={props.label}
      className={cx(
        'inline-flex size-11 items-center justify-center rounded-control text-soft hover:bg-float hover:text-text [&>svg]:size-5',
        props.className,
      )}
    >
      {props.icon}
    </Link>
  )
}

function DayStrip({ calendar: { days, day, today } }: { calendar: Calendar }) {
  return (
    <nav aria-label="Days of the week" className="grid grid-cols-7 gap-1 px-3 pb-3 md:hidden">
      {days.map((each) => {
        const { weekday } = dayParts(each.day)
        const count = each.entries.length
        return (
          <Link
            key={each.day}
            to={`?day=${each.day}`}
            preventScrollReset
            aria-current={each.day === day ? 'date' : undefined}
            className="flex min-h-14 flex-col items-center justify-center rounded-control text-small text-soft aria-[current=date]:bg-float aria-[current=date]:text-text"
          >
            <span>{weekday} </span>
            <span className={cx('figures font-semibold', each.day === today && 'text-accent')}>
              {Number(each.day.slice(8))}
            </span>
            <span className="sr-only">
              {each.day === today && ', today'}
              {count > 0 && `, ${counted(count, 'entry', 'entries')}`}
            </span>
            <span className={cx('mt-0.5 size-1.5 rounded-full', count > 0 && 'bg-accent')} />
          </Link>
        )
      })}
    </nav>
  )
}

function weekText({ days }: Calendar): string {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return `${dayParts(first).date} to ${dayParts(last).date}, ${last.slice(0, 4)}`
}
