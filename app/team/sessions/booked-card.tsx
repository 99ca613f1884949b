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

/** What the two had agreed, and when each of them came. */
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
          {moves > 0 && `, moved ${moves === 1 ? 'once' : `${moves} times`} since`}
        </Fact>
        {joins.map(({ side, at }) => (
          <Fact key={side} label={`${side === 'student' ? session.studentName : session.expertName} came`}>
            {timeText(at, zone)}
          </Fact>
        ))}
        {bothWentOn && <Fact label="After the booked minutes">Both went on, paid by the minute</Fact>}
      </Facts>
    </Card>
  )
}
