import { CalendarX2, ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { dayParts, startNames } from '#app/base/time-text.ts'
import { isOffered, shownDay, type SlotChoice, slotSearch, type SlotWeek } from '#app/schedule/slot-choice.ts'
import { ZoneChoice } from '#app/schedule/zone-choice.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { SlotDay } from '#domain/schedule/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { dateText } from '#kernel/time.ts'

type Props = {
  week: SlotWeek
  choice: SlotChoice
  /** Other query parameters of the page. */
  extraParams?: Record<string, string>
  start: string | null
  onStart(start: string): void
  /** An error about the chosen time, or a request to choose a time. */
  error?: string | undefined
}

/** Picks a day and time in the viewer's zone. Weeks and days are links; times are radio buttons of the outer form. */
export function SlotPicker({ week, choice, extraParams, start, onStart, error }: Props) {
  const errorId = useId()
  const day = shownDay(week, choice.day)
  const { minutes, zone } = choice
  const to = (chosen: Pick<SlotChoice, 'from' | 'day'>) => slotSearch({ minutes, zone, start, ...chosen }, extraParams)
  const isOnOtherDay = isOffered(week, start) && !day?.starts.some((each) => each.toISOString() === start)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ZoneChoice
        zone={zone}
        at={new Date(start ?? `${day?.day}T12:00:00Z`)}
        to={(name) => slotSearch({ minutes, zone: name, start }, extraParams)}
      />
      <Weeks week={week} to={to} />
      {week.days.some(({ starts }) => starts.length > 0) ? (
        <>
          <Days week={week} shown={day?.day} to={(name) => to({ from: week.days[0]?.day ?? null, day: name })} />
          {day && <Times day={day} zone={zone} start={start} onStart={onStart} errorId={error ? errorId : undefined} />}
          {isOnOtherDay && <input type="hidden" name="startsAt" value={start} />}
        </>
      ) : (
        <NoSlotsLeft nextFree={week.nextFree} to={(from) => to({ from, day: from })} />
      )}
      {error && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

type To = (chosen: Pick<SlotChoice, 'from' | 'day'>) => string

function Weeks({ week: { days, earlier, later }, to }: { week: SlotWeek; to: To }) {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <nav aria-label="Weeks" className="flex items-center justify-between gap-3">
      <WeekLink from={earlier} label="Earlier week" icon={<ChevronLeft />} to={to} />
      <p aria-live="polite" className="figures text-center font-semibold">
        {dayParts(first).date} to {dayParts(last).date}
      </p>
      <WeekLink from={later} label="Later week" icon={<ChevronRight />} to={to} />
    </nav>
  )
}

type WeekProps = { from: string | null; label: string; icon: ReactNode; to: To }

/** Renders a placeholder when there is no week, so that the layout does not shift. */
function WeekLink({ from, label, icon, to }: WeekProps) {
  if (!from) return <span className="size-11" />
  return (
    <Link
      to={to({ from, day: null })}
      replace
      preventScrollReset
      aria-label={label}
      className="inline-flex size-11 items-center justify-center rounded-control border border-line hover:bg-float [&>svg]:size-5"
    >
      {icon}
    </Link>
  )
}

function Days({ week, shown, to }: { week: SlotWeek; shown: string | undefined; to(day: string): string }) {
  return (
    <nav aria-label="Days">
      <ul className="grid grid-cols-7 gap-1 md:gap-2">
        {week.days.map(({ day, starts }) => {
          const { weekday, date, number } = dayParts(day)
          const isFree = starts.length > 0
          const dayStyle =
            'flex min-h-14 flex-col items-center justify-center rounded-control border px-0.5 text-center'
          const label = (
            <>
              <span className={cx('text-small', isFree && 'text-soft')}>{weekday}</span>
              <span className="figures font-semibold md:hidden">{number}</span>
              <span className="figures text-small font-semibold max-md:hidden">{date}</span>
            </>
          )
          return (
            <li key={day}>
              {isFree ? (
                <Link
                  to={to(day)}
                  replace
                  preventScrollReset
                  aria-current={day === shown ? 'date' : undefined}
                  className={cx(dayStyle, 'border-line hover:bg-float aria-[current=date]:border-accent')}
                >
                  {label}
                  <span className="sr-only">, {counted(starts.length, 'time')}</span>
                </Link>
              ) : (
                <span className={cx(dayStyle, 'border-transparent text-quiet')}>
                  {label}
                  <span className="sr-only">, no times</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type TimesProps = { day: SlotDay; zone: string; errorId: string | undefined } & Pick<Props, 'start' | 'onStart'>

function Times({ day: { day, starts }, zone, start, onStart, errorId }: TimesProps) {
  const names = startNames(starts, zone)
  const { weekday, date } = dayParts(day)
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-2 text-small font-semibold">
        Times on {weekday}, {date}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2">
        {starts.map((each, index) => {
          const value = each.toISOString()
          return (
            <label
              key={value}
              className="figures flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-line-strong px-2 text-center text-small font-semibold transition-colors hover:bg-raised has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="startsAt"
                value={value}
                checked={start === value}
                onChange={() => onStart(value)}
                className="sr-only"
              />
              {names[index]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function NoSlotsLeft({ nextFree, to }: { nextFree: string | null; to(from: string): string }) {
  if (!nextFree) {
    return (
      <EmptyState heading="Nothing left to book" icon={<CalendarX2 />} className="py-9">
        No time of this length is free in the coming weeks. Try a shorter session.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="Nothing left this week"
      icon={<CalendarX2 />}
      className="py-9"
      action={
        <ButtonLink to={to(nextFree)} replace preventScrollReset variant="outline">
          Go to {dateText(new Date(`${nextFree}T12:00:00Z`), 'UTC')}
        </ButtonLink>
      }
    >
      The next free time is later.
    </EmptyState>
  )
}
