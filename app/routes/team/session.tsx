import { BackLink } from '#app/features/forms/back-link.tsx'
import { useZone } from '#app/features/frame/zone.tsx'
import { FeedbackWords } from '#app/features/reviews/feedback-words.tsx'
import { HiddenNote, ReviewText } from '#app/features/reviews/review-text.tsx'
import { QuestionCard } from '#app/features/sessions/question-card.tsx'
import { callWord, minutesText, sharedTime, stateWord } from '#app/features/sessions/session-words.ts'
import { Timeline } from '#app/features/sessions/timeline.tsx'
import { AuditTrail } from '#app/features/team/audit-trail.tsx'
import { Fact, Facts } from '#app/features/team/facts.tsx'
import { TeamHeading } from '#app/features/team/team-heading.tsx'
import { serve } from '#app/serve.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { findFeedback } from '#domain/reviews/feedback-queries.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { getSession, listEvents } from '#domain/sessions/queries.server.ts'
import { listTrail } from '#domain/team/audit-table.server.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/session'

export const loader = serve('team', async ({ context }, { params: { id } }: Route.LoaderArgs) => {
  const session = await getSession(context, id)
  const [events, feedback, review, trail] = await Promise.all([
    listEvents(context, id),
    findFeedback(context, id),
    findSessionReview(context, id),
    listTrail(context, { thing: 'session', id }),
  ])
  return { session, events, feedback, review, trail }
})

/** The evidence of one session, for whoever has to decide about its people. */
export default function Session({ loaderData }: Route.ComponentProps) {
  const { session, events, feedback, review, trail } = loaderData
  const { studentName, expertName } = session
  return (
    <>
      <BackLink to="/team/people">People</BackLink>
      <TeamHeading title={`${studentName} with ${expertName}`} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <SessionFacts session={session} />
          <QuestionCard session={session} />
          {review && (
            <Card as="section">
              <CardHeader title={`Review by ${studentName}`} />
              <ReviewText review={review} expertName={expertName} />
              <HiddenNote reason={review.hiddenReason} />
            </Card>
          )}
          {feedback && (
            <Card as="section">
              <CardHeader title={`Feedback by ${expertName}`} />
              <FeedbackWords {...feedback} />
            </Card>
          )}
          <AuditTrail lines={trail} />
        </div>
        <Timeline events={events} session={session} />
      </div>
    </>
  )
}

function SessionFacts({ session }: { session: SessionView }) {
  const zone = useZone()
  const { askedAt, chargedPaise, billedMinutes, ratePaisePerMinute, sharePercent } = session
  const { word, tone } = stateWord(session)
  return (
    <Card as="section" aria-label="The session">
      <Facts>
        <Fact label="State">
          <Badge tone={tone}>{word}</Badge>
        </Fact>
        <Fact label={callWord(session)}>{dayAndTime(askedAt, zone)}</Fact>
        <Fact label="Both connected">
          <span className="figures">{sharedTime(session)}</span>
        </Fact>
        <Fact label="Charged">
          {chargedPaise
            ? `${formatRupees(chargedPaise)} for ${minutesText(billedMinutes ?? 0)} at ${formatRupees(ratePaisePerMinute)}, ${sharePercent} percent to the expert`
            : 'Nothing'}
        </Fact>
      </Facts>
    </Card>
  )
}
