import { browserName } from '#domain/accounts/rules.ts'
import { useZone } from '#app/base/zone.tsx'
import { PersonMoney } from '#app/team/people/person-money.tsx'
import { PersonReviews } from '#app/team/people/person-reviews.tsx'
import { OtherPartyLink, HistoryCard, HistoryLine, HistoryLink } from '#app/team/people/history-card.tsx'
import { bookingLabel } from '#app/team/people/booking-text.ts'
import { minutesText, sessionStateLabel } from '#app/sessions/session-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { PersonBooking, PersonSession, PersonHistory, TeamPerson } from '#domain/people/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The latest sessions, bookings, money, reviews and sign-ins of a person. */
export function PersonHistoryCards({ person, history }: { person: TeamPerson; history: PersonHistory }) {
  return (
    <>
      <HistoryCard
        title="Sessions"
        rows={history.sessions}
        emptyText="None so far."
        keyOf={({ id }) => id}
        render={(session) => <Session session={session} />}
      />
      <HistoryCard
        title="Bookings"
        rows={history.bookings}
        keyOf={({ id }) => id}
        render={(booking) => <Booking booking={booking} />}
      />
      <PersonMoney money={history.money} refunds={history.refunds} role={person.role} />
      <PersonReviews history={history} />
      <HistoryCard
        title="Signed in"
        rows={history.signIns}
        emptyText="Not signed in."
        keyOf={({ id }) => id}
        render={(signIn) => <SignIn signIn={signIn} />}
      />
    </>
  )
}

function SignIn({ signIn: { userAgent, startedAt, lastUsedAt } }: { signIn: PersonHistory['signIns'][number] }) {
  const zone = useZone()
  return (
    <>
      {browserName(userAgent)}
      <p className="text-small text-quiet">
        Last used {dayAndTime(lastUsedAt, zone)}, logged in {dayAndTime(startedAt, zone)}
      </p>
    </>
  )
}

function Session({ session }: { session: PersonSession }) {
  const { id, askedAt, side, other, billedMinutes, chargedPaise } = session
  const { label, tone } = sessionStateLabel(session)
  return (
    <HistoryLine at={askedAt} end={chargedPaise && billedMinutes ? formatRupees(chargedPaise) : undefined}>
      <Badge tone={tone}>{label}</Badge> {side === 'student' ? 'called' : 'called by'} <OtherPartyLink person={other} />
      {billedMinutes ? `, ${minutesText(billedMinutes)}` : ''}{' '}
      <HistoryLink to={`/team/sessions/${id}`}>
        Evidence<span className="sr-only"> of the session with {other.name}</span>
      </HistoryLink>
    </HistoryLine>
  )
}

function Booking({ booking }: { booking: PersonBooking }) {
  const { startsAt, side, other, minutes, feePaise, state, id } = booking
  const { label, tone } = bookingLabel(booking)
  return (
    <HistoryLine at={startsAt} end={feePaise ? `Fee ${formatRupees(feePaise)}` : undefined}>
      <Badge tone={tone}>{label}</Badge> {side === 'student' ? 'with' : 'by'} <OtherPartyLink person={other} />,{' '}
      {minutesText(minutes)}{' '}
      {state === 'begun' && (
        <HistoryLink to={`/team/sessions/${id}`}>
          Evidence<span className="sr-only"> of the booked session with {other.name}</span>
        </HistoryLink>
      )}
    </HistoryLine>
  )
}
