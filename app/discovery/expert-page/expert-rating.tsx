import { Star } from 'lucide-react'
import { reviewCountText } from '#app/experts/expert-text.ts'
import { startingRatingHint } from '#app/experts/rating.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'

type Props = {
  expert: Pick<ExpertPage, 'rating' | 'reviews'>
  /** Text shown after the rating on the same line. */
  beside?: string
  className?: string
}

/** The rating on an expert's page, with the review count spelled out. */
export function ExpertRating({ expert, beside, className }: Props) {
  return (
    <div className={className}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Star className="size-4.5 fill-accent text-accent" aria-hidden="true" />
        <span className="figures font-semibold">
          <span className="sr-only">Rated </span>
          {expert.rating.toFixed(1)}
          <span className="sr-only"> of 5</span>
        </span>
        <span className={cx(expert.reviews > 0 ? 'text-soft' : 'text-quiet')}>{reviewCountText(expert)}</span>
        {beside && (
          <>
            <span aria-hidden="true" className="text-quiet">
              ·
            </span>
            <span className="text-soft">{beside}</span>
          </>
        )}
      </p>
      {expert.reviews === 0 && <p className="mt-1 text-small text-quiet">{startingRatingHint}</p>}
    </div>
  )
}
