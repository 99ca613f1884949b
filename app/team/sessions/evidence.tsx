import { FeedbackText } from '#app/reviews/feedback-text.tsx'
import { HiddenNote, ReviewText } from '#app/reviews/review-body.tsx'
import { SummaryText } from '#app/reviews/summary-text.tsx'
import { QuestionCard } from '#app/sessions/question-card.tsx'
import { Timeline } from '#app/sessions/timeline.tsx'
import { BookedCard } from '#app/team/sessions/booked-card.tsx'
import { DeviceReports } from '#app/team/sessions/device-reports.tsx'
import { PrivateBoard } from '#app/team/sessions/private-board.tsx'
import { PrivateChat } from '#app/team/sessions/private-chat.tsx'
import { SessionMoney } from '#app/team/sessions/session-money.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionEvidence } from '#domain/team/contract.ts'

type Props = {
  evidence: SessionEvidence
  /** The ticket that is about this session. */
  ticket?: string
}

/** Money, booking, question, chat, board, review, feedback, summary and timeline of a session. */
export function Evidence({ evidence, ticket }: Props) {
  const { session, events, review, feedback, summary, refund, booking } = evidence
  const { studentName, expertName } = session
  return (
    <>
      <SessionMoney session={session} refund={refund} />
      {booking && <BookedCard booking={booking} session={session} />}
      <QuestionCard session={session} />
      <PrivateChat key={session.id} evidence={evidence} ticket={ticket} />
      <PrivateBoard key={`board ${session.id}`} evidence={evidence} ticket={ticket} />
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
          <FeedbackText {...feedback} />
        </Card>
      )}
      {summary?.parts && (
        <Card as="section">
          <CardHeader title={`Summary by ${expertName}`} />
          <SummaryText summary={summary} parts={summary.parts} />
          {summary.hiddenReason && (
            <p className="mt-4 max-w-prose text-soft wrap-anywhere">
              Hidden from {studentName}. Reason: {summary.hiddenReason}
            </p>
          )}
        </Card>
      )}
      <DeviceReports events={events} session={session} />
      <Timeline events={events} session={session} />
    </>
  )
}
