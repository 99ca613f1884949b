import { useZone } from '#app/base/zone.tsx'
import { Stars } from '#app/reviews/stars.tsx'
import type { HiddenReview, Review } from '#domain/reviews/contract.ts'
import { dateText } from '#kernel/time.ts'

type Props = {
  review: Pick<Review, 'rating' | 'comment' | 'createdAt' | 'changedAt' | 'answer' | 'answeredAt'>
  expertName: string
}

/** Stars, comment and answer, always rendered as plain text. */
export function ReviewText({ review, expertName }: Props) {
  const { rating, comment, createdAt, changedAt, answer, answeredAt } = review
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
        <Stars rating={rating} />
        <Day at={createdAt} />
        {changedAt && (
          <span>
            Changed <Day at={changedAt} />
          </span>
        )}
      </p>
      {comment && <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>}
      {answer && (
        <div className="mt-3 border-l-2 border-line-strong pl-4">
          <p className="text-small text-quiet wrap-anywhere">
            {expertName} answered{answeredAt && ' on '}
            {answeredAt && <Day at={answeredAt} />}
          </p>
          <p className="mt-1 max-w-prose whitespace-pre-line text-soft wrap-anywhere">{answer}</p>
        </div>
      )}
    </>
  )
}

/** Shown to the student and the expert of the session, who can still read the hidden review. */
export function HiddenNote({ reason }: { reason: string | null }) {
  if (reason === null) return null
  return (
    <p className="mt-4 max-w-prose text-soft wrap-anywhere">
      Our team has hidden this review. Other people cannot read it, and its stars do not count. Reason: {reason}
    </p>
  )
}

/** Replaces a hidden review for everyone else. */
export function HiddenReviewNotice({ review: { createdAt, hiddenReason } }: { review: HiddenReview }) {
  return (
    <>
      <p className="text-small text-quiet">
        <Day at={createdAt} />
      </p>
      <p className="mt-1 max-w-prose text-soft wrap-anywhere">A review was hidden: {hiddenReason}</p>
    </>
  )
}

function Day({ at }: { at: Date }) {
  const zone = useZone()
  return <time dateTime={at.toISOString()}>{dateText(at, zone)}</time>
}
