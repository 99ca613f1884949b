import { Star } from 'lucide-react'
import { starText } from '#app/reviews/review-text.ts'
import { cx } from '#app/ui/cx.ts'
import { starsMax } from '#kernel/limits.ts'

export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span role="img" aria-label={starText(rating)} className={cx('inline-flex gap-0.5', className)}>
      {everyStar.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cx('size-4', star <= rating ? 'fill-accent text-accent' : 'text-line-strong')}
        />
      ))}
    </span>
  )
}

export const everyStar = Array.from({ length: starsMax }, (_, index) => index + 1)
