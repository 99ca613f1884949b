import { type ComponentType, useRef } from 'react'
import type { AnswerFormProps } from '#app/reviews/answer-form.tsx'
import { ReviewRows, type ShownReview } from '#app/reviews/review-rows.tsx'
import { StarShares } from '#app/reviews/star-shares.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { LinkChips } from '#app/ui/link-chips.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { HiddenReview, ReviewSummary } from '#domain/reviews/contract.ts'
import type { ReviewId } from '#kernel/ids.ts'

/** The latest reviews, or the first or a later page of all reviews. */
export type ShownReviews =
  | {
      reviews: (ShownReview | HiddenReview)[]
      next: ReviewId | null
      summary: ReviewSummary | null
      part: 'latest' | 'all' | 'later'
      /** Whether only reviews without an answer are shown. */
      unanswered: boolean
      /** Only reviews with this number of stars are shown. */
      stars?: number
    }
  | { problem: string }

type Props = {
  shown: ShownReviews
  expertName: string
  /** Path of the page that shows the reviews. */
  path: string
  /** Answer form, passed only on the expert's own page. */
  AnswerForm?: ComponentType<AnswerFormProps>
}

/** Reviews of an expert: the star distribution, then the comments. */
export function ExpertReviews({ shown, expertName, path, AnswerForm }: Props) {
  const section = useRef<HTMLDivElement>(null)
  if ('problem' in shown) return <Notice tone="bad" title={shown.problem} />
  const { reviews, next, summary, part, unanswered, stars } = shown
  const pathTo = (page: string, onlyUnanswered = unanswered) =>
    `${path}?reviews=${page}${onlyUnanswered ? '&unanswered' : ''}${stars ? `&stars=${stars}` : ''}#reviews`
  const filter = AnswerForm && (
    <div className="mb-5">
      <LinkChips
        label="Which reviews"
        choices={[
          { name: 'All', to: pathTo('all', false), isCurrent: !unanswered },
          { name: 'Not answered yet', to: pathTo('all', true), isCurrent: unanswered },
        ]}
      />
    </div>
  )
  if (reviews.length === 0) {
    return (
      <div ref={section} tabIndex={-1} className="outline-none">
        {filter}
        <p className="text-soft">{noReviewsText(shown)}</p>
        <CursorPagination label="Pages of reviews" newest={part === 'later' ? pathTo('all') : null} older={null} />
      </div>
    )
  }
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      {summary && summary.count > 0 && part !== 'later' && <StarShares summary={summary} />}
      {filter}
      <ReviewRows
        reviews={reviews}
        expertName={expertName}
        AnswerForm={AnswerForm}
        // An answered review leaves the unanswered list, so the focus moves to the section.
        returnTo={unanswered ? section : undefined}
      />
      {part === 'latest' ? (
        next && (
          <ButtonLink to={pathTo('all')} preventScrollReset variant="outline" className="mt-5">
            All reviews
          </ButtonLink>
        )
      ) : (
        <CursorPagination
          label="Pages of reviews"
          newest={part === 'later' ? pathTo('all') : null}
          older={next && pathTo(next)}
        />
      )}
    </div>
  )
}

function noReviewsText({ part, unanswered, stars }: Exclude<ShownReviews, { problem: string }>): string {
  if (part === 'later') return 'No older reviews.'
  if (stars) return 'No reviews match this choice.'
  return unanswered ? 'You have answered every review.' : 'No reviews available yet.'
}
