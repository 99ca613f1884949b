import { type ComponentType, type RefObject, useRef } from 'react'
import type { AnswerFormProps } from '#app/reviews/answer-form.tsx'
import { HiddenReviewNotice, ReviewText } from '#app/reviews/review-body.tsx'
import type { HiddenReview, Review } from '#domain/reviews/contract.ts'

/** Omits the account ids for privacy. */
export type ShownReview = Omit<Review, 'userId' | 'expertId'>

type Props = {
  reviews: (ShownReview | HiddenReview)[]
  expertName: string
  /** Answer form, passed only when the viewer may answer. Other viewers do not load it. */
  AnswerForm: ComponentType<AnswerFormProps> | undefined
  /** Focus target after an answer. Defaults to the review itself. */
  returnTo?: RefObject<HTMLElement | null> | undefined
}

export function ReviewRows({ reviews, ...rest }: Props) {
  return (
    <ul aria-label="Reviews, the latest first" className="divide-y divide-line">
      {reviews.map((review) =>
        'hiddenReason' in review ? (
          <li key={review.id} className={rowStyle}>
            <HiddenReviewNotice review={review} />
          </li>
        ) : (
          <ReviewRow key={review.id} review={review} {...rest} />
        ),
      )}
    </ul>
  )
}

const rowStyle = 'py-5 outline-none first:pt-0 last:pb-0'

function ReviewRow({ review, expertName, AnswerForm, returnTo }: Omit<Props, 'reviews'> & { review: ShownReview }) {
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} tabIndex={-1} className={rowStyle}>
      <p className="font-semibold wrap-anywhere">{review.userName}</p>
      <ReviewText review={review} expertName={expertName} />
      {review.counts === false && (
        <p className="mt-2 text-small text-quiet">
          Not counted in the rating: a newer review of this student counts, or the session was refunded.
        </p>
      )}
      {AnswerForm && !review.answeredAt && (
        <AnswerForm reviewId={review.id} reviewerName={review.userName} returnTo={returnTo ?? row} />
      )}
    </li>
  )
}
