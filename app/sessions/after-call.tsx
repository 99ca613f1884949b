import { FeedbackForm } from '#app/reviews/feedback-form.tsx'
import { FeedbackText } from '#app/reviews/feedback-text.tsx'
import { OwnReview } from '#app/reviews/own-review.tsx'
import { ReceivedReview } from '#app/reviews/received-review.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Feedback, FeedbackState, SessionReview } from '#domain/reviews/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'

type ForStudent = {
  feedback: Feedback | null
  review: SessionReview | null
  canReview?: boolean
  canChangeReview: boolean
}

/** The expert's feedback for the student, and the student's own review. */
export function StudentAfterCall(props: ForStudent & { session: SessionView }) {
  // Nodes older than migration 0025 do not send `canReview`.
  const { session, feedback, review, canReview = true, canChangeReview } = props
  const isBilled = (session.chargedPaise ?? 0) > 0
  return (
    <>
      {/* Always rendered, so that screen readers announce new feedback. */}
      <div aria-live="polite" className="contents">
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
  feedback: FeedbackState | null
  category: CategoryId | null
  review: SessionReview | null
}

/** The student's review, and the expert's feedback form. */
export function ExpertAfterCall({ session, feedback, category, review }: ForExpert & { session: SessionView }) {
  const { studentName, expertName } = session
  return (
    <>
      {feedback && <FeedbackForm state={feedback} studentName={studentName} category={category} />}
      <div aria-live="polite" className="contents">
        {review && <ReceivedReview review={review} studentName={studentName} expertName={expertName} />}
      </div>
    </>
  )
}
