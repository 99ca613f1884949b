import { CalendarCheck, Phone, Video } from 'lucide-react'
import { Link } from 'react-router'
import { clockTime } from '#app/base/time-text.ts'
import { nearDay } from '#app/schedule/duration-text.ts'
import { WeekStrip } from '#app/schedule/week-strip.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { BookingView, Calendar } from '#domain/bookings/contract.ts'
import { upcomingShownMax } from '#kernel/limits.ts'

type Props = { upcoming: BookingView[]; calendar: Calendar; now: Date }

/** Shows the expert's upcoming bookings, earliest first, and the coming week. */
export function UpcomingCard({ upcoming, calendar, now }: Props) {
  if (!calendar.hasHours && upcoming.length === 0) {
    return (
      <EmptyState
        heading="Let students book you"
        level={2}
        icon={<CalendarCheck />}
        className="py-9"
        action={<ButtonLink to="/expert/schedule#hours">Publish your hours</ButtonLink>}
      >
        Set your hours. Your bookings will appear here, and you do not have to stay online.
      </EmptyState>
    )
  }
  const hiddenCount = upcoming.length - upcomingShownMax
  return (
    <Card as="section" aria-labelledby="upcoming">
      <CardHeader
        title={
          <span id="upcoming">
            Upcoming{' '}
            {upcoming.length > 0 && (
              <Badge tone="accent" className="ml-1 align-middle">
                {upcoming.length}
                <span className="sr-only"> booked</span>
              </Badge>
            )}
          </span>
        }
        action={
          <ButtonLink to="/expert/schedule" variant="outline" size="small">
            Your schedule
          </ButtonLink>
        }
      />
      {upcoming.length === 0 ? (
        <p className="text-soft">Nothing is booked at the moment.</p>
      ) : (
        <ul aria-label="Booked sessions" className="divide-y divide-line">
          {upcoming.slice(0, upcomingShownMax).map((booking) => (
            <Row key={booking.id} booking={booking} zone={calendar.zone} now={now} />
          ))}
        </ul>
      )}
      {hiddenCount > 0 && <p className="mt-3 text-small text-quiet">And {hiddenCount} more on your schedule.</p>}
      <WeekStrip calendar={calendar} />
    </Card>
  )
}

function Row({ booking, zone, now }: { booking: BookingView; zone: string; now: Date }) {
  const { id, studentName, startsAt, minutes, callType, state } = booking
  const Icon = callType === 'video' ? Video : Phone
  const day = nearDay(startsAt, zone, now)
  return (
    <li className="group relative flex min-h-14 items-center gap-3.5 py-2.5">
      <Icon className="size-4.5 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Link
          to={`/expert/bookings/${id}`}
          className="font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {studentName}
        </Link>
        <p className="text-small text-quiet">
          <time dateTime={startsAt.toISOString()} className="text-soft">
            {day.charAt(0).toUpperCase() + day.slice(1)}, {clockTime(startsAt, zone)}
          </time>
          , {minutes} minutes, {callType}
        </p>
      </div>
      {state === 'begun' && <Badge tone="good">Now</Badge>}
    </li>
  )
}
