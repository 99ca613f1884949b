import { Star } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import { countText } from '#kernel/count-text.ts'
import { plural } from '#kernel/plural.ts'

/** The rating and the review count in lists. Before the first review it shows 'New' instead of a rating. */
export function Rating({
  rating,
  reviews,
  className,
}: Pick<ExpertCard, 'rating' | 'reviews'> & { className?: string }) {
  if (reviews === 0) {
    return (
      <span className={cx('font-semibold', className)}>
        New<span className="sr-only">, no reviews yet</span>
      </span>
    )
  }
  return (
    <span className={cx('inline-flex items-center gap-1.5', className)}>
      <Star className="size-4 fill-accent text-accent" aria-hidden="true" />
      <span className="figures font-semibold">
        <span className="sr-only">Rated </span>
        {rating.toFixed(1)}
        <span className="sr-only"> of 5</span>
      </span>
      <span className="text-quiet">
        ({countText(reviews)}
        <span className="sr-only"> {plural(reviews, 'review')}</span>)
      </span>
    </span>
  )
}
