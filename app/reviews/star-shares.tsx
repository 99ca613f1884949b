import { ratingBasisText, starShares, starText } from '#app/reviews/review-text.ts'
import type { ReviewSummary } from '#domain/reviews/contract.ts'

/** The number of reviews for each star count, and how many students they come from. */
export function StarShares({ summary }: { summary: ReviewSummary }) {
  return (
    <div className="mb-6">
      <dl aria-label="Stars given" className="grid max-w-96 gap-1.5">
        {starShares(summary.stars).map(({ stars, count, percent }) => (
          <div key={stars} className="flex items-center gap-3 text-small">
            <dt className="figures w-4 shrink-0 text-soft">
              <span aria-hidden="true">{stars}</span>
              <span className="sr-only">{starText(stars)}</span>
            </dt>
            <dd className="flex flex-1 items-center gap-3">
              <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-line">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
              </span>
              <span className="figures w-10 text-right text-quiet">{count}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-small text-quiet">{ratingBasisText(summary)}</p>
    </div>
  )
}
