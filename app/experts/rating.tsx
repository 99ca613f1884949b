import { Star } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import { countText } from '#kernel/count-text.ts'
import { startingRating } from '#kernel/limits.ts'

/** The rating and the review count. Without reviews it shows the starting rating and says so. */
export function Rating({
  rating,
  reviews,
  className,
}: Pick<ExpertCard, 'rating' | 'reviews'> & { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5', className)}>
      <Star className="size-4 fill-accent text-accent" aria-hidden="true" />
      <span className="figures font-semibold">
        <span className="sr-only">Rated </span>
        {rating.toFixed(1)}
        <span className="sr-only"> of 5</span>
      </span>
      <span className="text-quiet" title={reviews > 0 ? undefined : startingRatingHint}>
        {reviews > 0 ? `(${countText(reviews)})` : '(No reviews yet)'}
      </span>
    </span>
  )
}

export const startingRatingHint = `Every expert starts at ${startingRating}. The rating changes with the first review.`
