import { type RefObject, useRef } from 'react'
import { AnswerForm } from '#app/features/reviews/answer-form.tsx'
import { ReviewText } from '#app/features/reviews/review-text.tsx'
import type { Review } from '#domain/reviews/contract.ts'

/** Whose account it was is nobody's business. */
export type ShownReview = Omit<Review, 'userId' | 'expertId'>

type Props = {
  reviews: ShownReview[]
  expertName: string
  canAnswer: boolean
  /** Where the focus goes after an answer; to the review itself where nothing else is said. */
  returnTo?: RefObject<HTMLElement | null> | undefined
}

export function ReviewRows({ reviews, ...rest }: Props) {
  return (
    <ul aria-label="Reviews, the latest first" className="divide-y divide-line">
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} {...rest} />
      ))}
    </ul>
  )
}

function ReviewRow({
  review,
  expertName,
  canAnswer,
  returnTo,
}: Omit<Props, 'reviews'> & { review: ShownReview }) {
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} tabIndex={-1} className="py-5 outline-none first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">{review.userName}</p>
      <ReviewText review={review} expertName={expertName} />
      {canAnswer && !review.answeredAt && (
        <AnswerForm reviewId={review.id} of={review.userName} returnTo={returnTo ?? row} />
      )}
    </li>
  )
}
