import { useRef } from 'react'
import { FeedbackForm } from '#app/reviews/feedback-form.tsx'
import { FeedbackText } from '#app/reviews/feedback-text.tsx'
import { OwnReview } from '#app/reviews/own-review.tsx'
import { ReceivedReview } from '#app/reviews/received-review.tsx'
import { OwnSummary } from '#app/reviews/own-summary.tsx'
import { ReceivedSummary } from '#app/reviews/received-summary.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Feedback, FeedbackState, SessionReview, Summary } from '#domain/reviews/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'

type ForStudent = {
  /** Missing in responses of nodes before migration 0041. */
  summary?: Summary | null
  feedback: Feedback | null
  review: SessionReview | null
  canReview?: boolean
  canChangeReview: boolean
}

/** The expert's summary and feedback for the student, and the student's own review. */
export function StudentAfterCall(props: ForStudent & { session: SessionView }) {
  // Nodes older than migration 0025 do not send `canReview`.
  const { session, summary, feedback, review, canReview = true, canChangeReview } = props
  const isBilled = (session.chargedPaise ?? 0) > 0
  return (
    <>
      {/* Always rendered, so that screen readers announce a new summary and new feedback. */}
      <div aria-live="polite" className="contents">
        {summary && <ReceivedSummary summary={summary} expertName={session.expertName} />}
        {feedback && (
          <Card as="section" className="print:hidden">
            <CardHeader title={`Feedback from ${feedback.expertName}`} description="Only you and our team read it." />
            <FeedbackText {...feedback} />
          </Card>
        )}
      </div>
      {(review || isBilled) && (
        <OwnReview expertName={session.expertName} review={review} canReview={canReview} canChange={canChangeReview} />
      )}
    </>
  )
}

type ForExpert = {
  /** 'open' until it is written. Missing in responses of nodes before migration 0041. */
  summary?: Summary | 'open' | null
  canChangeSummary?: boolean
  feedback: FeedbackState | null
  category: CategoryId | null
  review: SessionReview | null
}

/** The expert's two steps after a call, the summary and then the feedback, and the student's review. */
export function ExpertAfterCall(props: ForExpert & { session: SessionView }) {
  const { session, summary, canChangeSummary = false, feedback, category, review } = props
  const { id, studentName, expertName } = session
  const feedbackSection = useRef<HTMLElement>(null)
  return (
    <>
      {summary && (
        <OwnSummary
          sessionId={id}
          summary={summary === 'open' ? null : summary}
          canChange={canChangeSummary}
          studentName={studentName}
          next={feedback === 'open' ? feedbackSection : undefined}
        />
      )}
      {feedback && (
        <FeedbackForm ref={feedbackSection} state={feedback} studentName={studentName} category={category} />
      )}
      <div aria-live="polite" className="contents">
        {review && <ReceivedReview review={review} studentName={studentName} expertName={expertName} />}
      </div>
    </>
  )
}
