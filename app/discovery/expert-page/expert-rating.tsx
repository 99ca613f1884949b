import { Star } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { startingRating } from '#kernel/limits.ts'

type Props = {
  expert: Pick<ExpertPage, 'rating' | 'reviews'>
  reviewCount: string
  /** Text shown after the rating on the same line. */
  beside?: string
  className?: string
}

/** The rating on an expert's page, with the review count spelled out. The star is filled from the first review on. */
export function ExpertRating({ expert, reviewCount, beside, className }: Props) {
  const isNew = expert.reviews === 0
  return (
    <div className={className}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Star className={cx('size-4.5', isNew ? 'text-quiet' : 'fill-accent text-accent')} aria-hidden="true" />
        <span className="figures font-semibold">
          <span className="sr-only">Rated </span>
          {expert.rating.toFixed(1)}
          <span className="sr-only"> of 5</span>
        </span>
        <span className={isNew ? 'text-quiet' : 'text-soft'}>{reviewCount}</span>
        {beside && (
          <>
            <span aria-hidden="true" className="text-quiet">
              ·
            </span>
            <span className="text-soft">{beside}</span>
          </>
        )}
      </p>
      {isNew && (
        <p className="mt-1 text-small text-quiet">
          Every expert starts at {startingRating}. The rating changes with the first review.
        </p>
      )}
    </div>
  )
}
