import { minutesText } from '#app/sessions/session-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvidence } from '#domain/team/contract.ts'
import { dayAndTime, timeText } from '#kernel/time.ts'

type Props = {
  booking: NonNullable<SessionEvidence['booking']>
  session: Pick<SessionEvidence['session'], 'studentName' | 'expertName'>
}

/** The booking of a session, and when each person joined. */
export function BookedCard({ booking, session }: Props) {
  const zone = useZone()
  const { bookedAt, startsAt, minutes, moves, joins, bothWentOn } = booking
  return (
    <Card as="section" aria-label="The booking">
      <CardHeader title="The booking" />
      <Facts>
        <Fact label="Booked for">
          {dayAndTime(startsAt, zone)}, {minutesText(minutes)}
        </Fact>
        <Fact label="Booked">
          {dayAndTime(bookedAt, zone)}
          {moves > 0 && `, rescheduled ${moves === 1 ? 'once' : `${moves} times`} since`}
        </Fact>
        {joins.map(({ side, at }) => (
          <Fact key={side} label={`${side === 'student' ? session.studentName : session.expertName} joined`}>
            {timeText(at, zone)}
          </Fact>
        ))}
        {bothWentOn && <Fact label="After the booked minutes">Both continued, billed per minute</Fact>}
      </Facts>
    </Card>
  )
}
