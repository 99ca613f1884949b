import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { timeSpanText, zoneText } from '#app/base/time-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { absenceTerms, bookingEventText, termsText, notMovableReason } from '#app/bookings/booking-text.ts'
import { callTypeLabel } from '#app/sessions/session-text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { BookingEvent, BookingView } from '#domain/bookings/contract.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Shows the time, length, price and terms of a booking, with the actions to move or cancel it. */
export function BookingFacts({ booking, now }: { booking: BookingView; now: Date }) {
  const zone = useZone()
  const { startsAt, state } = booking
  const isUpcoming = state === 'booked' && now < startsAt
  return (
    <Card as="section">
      <CardHeader title="Details" />
      <dl className="divide-y divide-line border-y border-line">
        <Row label="Time">
          <time dateTime={startsAt.toISOString()}>{timeSpanText(booking, zone)}</time>
          <span className="block text-small text-quiet">{zoneText(zone, startsAt)}</span>
        </Row>
        <Row label="Length">
          {booking.minutes} minutes, {callTypeLabel(booking).toLowerCase()}
        </Row>
        <Row label="Price">{formatRupees(booking.pricePaise)}</Row>
        {booking.continues && booking.side && (
          <Row label="Board">
            <Link
              to={`/${booking.side === 'expert' ? 'expert' : 'user'}/sessions/${booking.continues}#board`}
              className="underline underline-offset-4 hover:text-text"
            >
              Begins with the board of your earlier session
            </Link>
          </Row>
        )}
        {booking.moves > 0 && <Row label="Moved">{booking.moves === 1 ? 'once' : `${booking.moves} times`}</Row>}
      </dl>
      {isUpcoming && (
        <div className="mt-4 grid gap-1.5 text-small text-soft">
          <p>{termsText(booking, zone, now)}</p>
          <p>{absenceTerms(booking)}</p>
        </div>
      )}
      {isUpcoming && <BookingActions booking={booking} now={now} />}
    </Card>
  )
}

function BookingActions({ booking, now }: { booking: BookingView; now: Date }) {
  const path = bookingPath(booking)
  const notMovable = notMovableReason(booking, now)
  return (
    <div className="mt-5 grid gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <a
          href={`/bookings/${booking.id}/calendar.ics`}
          download="session.ics"
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line-strong px-5 font-semibold hover:bg-float"
        >
          <CalendarPlus className="size-4.5" aria-hidden="true" />
          Add to calendar
        </a>
        {notMovable ? (
          <Button variant="outline" disabled aria-describedby="why-not-movable">
            Move
          </Button>
        ) : (
          <ButtonLink to={`${path}?do=move`} preventScrollReset variant="outline">
            Move
          </ButtonLink>
        )}
        <ButtonLink to={`${path}?do=cancel`} preventScrollReset variant="outline">
          Cancel
        </ButtonLink>
      </div>
      {notMovable && (
        <p id="why-not-movable" className="text-small text-quiet">
          {notMovable}
        </p>
      )}
    </div>
  )
}

/** Shows the amounts held, charged and returned. Experts see their share. */
export function BookingMoney({ booking }: { booking: BookingView }) {
  const { state, pricePaise, side, sharePercent } = booking
  const cost = findCost(booking)
  return (
    <Card as="section">
      <CardHeader title="Money" />
      <dl className="divide-y divide-line border-y border-line">
        <Row label="Held at booking">{formatRupees(pricePaise)}</Row>
        {cost !== null && <Row label={booking.session ? 'Charged' : 'Fee'}>{formatRupees(cost)}</Row>}
        {cost !== null && side !== 'expert' && pricePaise >= cost && (
          <Row label="Returned to your wallet">{formatRupees(paise(pricePaise - cost))}</Row>
        )}
        {cost !== null && side === 'expert' && (
          <Row label={`Your share (${sharePercent}%)`}>{formatRupees(expertShare(cost, sharePercent))}</Row>
        )}
      </dl>
      {state === 'booked' && <p className="mt-3 text-small text-quiet">Nothing is charged before the session.</p>}
    </Card>
  )
}

function findCost({ feePaise, session }: BookingView): Paise | null {
  if (feePaise !== null) return feePaise
  if (session && session.state in freeEndStates) return paise(0)
  return session?.chargedPaise ?? null
}

const freeEndStates = { declined: true, missed: true, cancelled: true, failed_to_connect: true }

/** Lists the events of the booking. The session page lists the events of the session. */
export function BookingHistory({ booking, events }: { booking: BookingView; events: BookingEvent[] }) {
  const zone = useZone()
  return (
    <Card as="section">
      <CardHeader title="History" description="You both see the same history" />
      <ol className="grid gap-3">
        {events.map((event) => (
          <li key={`${event.what} ${event.side}`} className="wrap-anywhere">
            <p>{bookingEventText(event, booking)}</p>
            <time dateTime={event.at.toISOString()} className="figures text-small text-quiet">
              {dayAndTime(event.at, zone)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-soft">{label}</dt>
      <dd className="figures min-w-0 text-right text-balance wrap-anywhere">{children}</dd>
    </div>
  )
}
