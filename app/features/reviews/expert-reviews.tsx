import { ReviewRows, type ShownReview } from '#app/features/reviews/review-rows.tsx'
import { allReviewsWords } from '#app/features/reviews/review-words.ts'
import { StarShares } from '#app/features/reviews/star-shares.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { KeyPages } from '#app/ui/key-pages.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { HiddenReview, ReviewSummary } from '#domain/reviews/contract.ts'
import type { ReviewId } from '#kernel/ids.ts'

/** The latest ones, or a page of all of them: the first, or a later one. */
export type ShownReviews =
  | {
      reviews: (ShownReview | HiddenReview)[]
      next: ReviewId | null
      summary: ReviewSummary | null
      part: 'latest' | 'all' | 'later'
    }
  | { problem: string }

type Props = {
  shown: ShownReviews
  expertName: string
  /** The page on which they stand. */
  path: string
  /** For the expert's own eyes, with the way to answer. */
  canAnswer?: boolean
}

/** What students say about an expert: how many gave how many stars, then the words. */
export function ExpertReviews({ shown, expertName, path, canAnswer = false }: Props) {
  if ('problem' in shown) return <Notice tone="bad" title={shown.problem} />
  const { reviews, next, summary, part } = shown
  const to = (which: string) => `${path}?reviews=${which}#reviews`
  if (reviews.length === 0) {
    return (
      <>
        <p className="text-soft">{part === 'later' ? 'No older reviews.' : 'No reviews available yet.'}</p>
        <KeyPages label="Pages of reviews" newest={part === 'later' ? to('all') : null} older={null} />
      </>
    )
  }
  return (
    <>
      {summary && summary.count > 0 && part !== 'later' && <StarShares summary={summary} />}
      <ReviewRows reviews={reviews} expertName={expertName} canAnswer={canAnswer} />
      {part === 'latest' ? (
        next &&
        summary && (
          <ButtonLink to={to('all')} preventScrollReset variant="outline" className="mt-5">
            {allReviewsWords(summary.count)}
          </ButtonLink>
        )
      ) : (
        <KeyPages
          label="Pages of reviews"
          newest={part === 'later' ? to('all') : null}
          older={next && to(next)}
        />
      )}
    </>
  )
}
