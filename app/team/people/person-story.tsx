import { browserName } from '#domain/accounts/rules.ts'
import { useZone } from '#app/base/zone.tsx'
import { PersonMoney } from '#app/team/people/person-money.tsx'
import { PersonWords } from '#app/team/people/person-said.tsx'
import { PersonLink, StoryCard, StoryLine, StoryLink } from '#app/team/people/story-card.tsx'
import { bookingWord } from '#app/team/people/booking-text.ts'
import { minutesText, stateWord } from '#app/sessions/session-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import type {
  PersonBooking,
  PersonSession,
  PersonStory as Story,
  TeamPerson,
} from '#domain/people/contract.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The latest of everything. */
export function PersonStory({ person, story }: { person: TeamPerson; story: Story }) {
  return (
    <>
      <StoryCard
        title="Sessions"
        rows={story.sessions}
        none="None so far."
        keyOf={({ id }) => id}
        render={(session) => <Session session={session} />}
      />
      <StoryCard
        title="Bookings"
        rows={story.bookings}
        keyOf={({ id }) => id}
        render={(booking) => <Booking booking={booking} />}
      />
      <PersonMoney money={story.money} refunds={story.refunds} role={person.role} />
      <PersonWords story={story} />
      <StoryCard
        title="Signed in"
        rows={story.signIns}
        none="Nowhere at the moment."
        keyOf={({ id }) => id}
        render={(signIn) => <SignIn signIn={signIn} />}
      />
    </>
  )
}

function SignIn({ signIn: { userAgent, startedAt, lastUsedAt } }: { signIn: Story['signIns'][number] }) {
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
  const { word, tone } = stateWord(session)
  return (
    <StoryLine at={askedAt} end={chargedPaise && billedMinutes ? formatRupees(chargedPaise) : undefined}>
      <Badge tone={tone}>{word}</Badge> {side === 'student' ? 'asked' : 'asked by'}{' '}
      <PersonLink person={other} />
      {billedMinutes ? `, ${minutesText(billedMinutes)}` : ''}{' '}
      <StoryLink to={`/team/sessions/${id}`}>
        Evidence<span className="sr-only"> of the session with {other.name}</span>
      </StoryLink>
    </StoryLine>
  )
}

function Booking({ booking }: { booking: PersonBooking }) {
  const { startsAt, side, other, minutes, feePaise, state, id } = booking
  const { word, tone } = bookingWord(booking)
  return (
    <StoryLine at={startsAt} end={feePaise ? `Fee ${formatRupees(feePaise)}` : undefined}>
      <Badge tone={tone}>{word}</Badge> {side === 'student' ? 'with' : 'by'} <PersonLink person={other} />,{' '}
      {minutesText(minutes)}{' '}
      {state === 'begun' && (
        <StoryLink to={`/team/sessions/${id}`}>
          Evidence<span className="sr-only"> of the booked session with {other.name}</span>
        </StoryLink>
      )}
    </StoryLine>
  )
}
