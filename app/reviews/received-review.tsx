import { useRef } from 'react'
import { AnswerForm } from '#app/reviews/answer-form.tsx'
import { HiddenNote, ReviewText } from '#app/reviews/review-body.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionReview } from '#domain/reviews/contract.ts'

type Props = { review: SessionReview; studentName: string; expertName: string }

/** The student's review of a session, shown to its expert. */
export function ReceivedReview({ review, studentName, expertName }: Props) {
  const section = useRef<HTMLElement>(null)
  return (
    <Card className="print:hidden">
      <section ref={section} tabIndex={-1} aria-labelledby="received-review" className="outline-none">
        <CardHeader title={<span id="received-review">Review by {studentName}</span>} />
        <ReviewText review={review} expertName={expertName} />
        <HiddenNote reason={review.hiddenReason} />
        {!review.hiddenReason && !review.answeredAt && <AnswerForm reviewId={review.id} returnTo={section} />}
      </section>
    </Card>
  )
}
