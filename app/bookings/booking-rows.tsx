import { Phone, Video } from 'lucide-react'
import { Link } from 'react-router'
import { clockTime, dayText } from '#app/base/time-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { bookingLabel, otherParticipant } from '#app/bookings/booking-text.ts'
import { callTypeLabel } from '#app/sessions/session-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { BookingView } from '#domain/bookings/contract.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import { dateText } from '#kernel/time.ts'

/** Lists bookings. Each row links to its booking page. */
export function BookingRows({ bookings, label }: { bookings: BookingView[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {bookings.map((booking) => (
        <Row key={booking.id} booking={booking} />
      ))}
    </ul>
  )
}

function Row({ booking }: { booking: BookingView }) {
  const { name, photoUrl } = otherParticipant(booking)
  const zone = useZone()
  const { label, tone } = bookingLabel(booking)
  const { startsAt, minutes, callType, state } = booking
  const Icon = callType === 'video' ? Video : Phone
  const day = state === 'booked' ? dayText(startsAt, zone) : dateText(startsAt, zone)
  return (
    <li className="group relative flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
      <Avatar name={name} src={photoUrl} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-3">
          <Link
            to={bookingPath(booking)}
            className="min-w-0 font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          <Badge tone={tone} className="shrink-0">
            {label}
          </Badge>
        </div>
        <p className="figures text-small">
          <time dateTime={startsAt.toISOString()}>
            {day}, {clockTime(startsAt, zone)}
          </time>
        </p>
        <p className="inline-flex items-center gap-1.5 text-small text-quiet">
          <Icon className="size-3.5" aria-hidden="true" />
          {callTypeLabel(booking)}, {minutes} minutes
        </p>
      </div>
    </li>
  )
}
