import type { RequestScope } from '#app/base/request.server.ts'
import type { ShownReviews } from '#app/reviews/expert-reviews.tsx'
import { findReviewSummary, listReviews } from '#domain/reviews/review-queries.server.ts'
import { latestReviewsShown, reviewsPageSize, starsMax } from '#kernel/limits.ts'

type ReviewsOfPage = {
  expertId: string
  request: Request
  /** Allows `unanswered`, which limits the list to reviews without an answer, and `stars`. */
  isOwn?: boolean
  /** Shows the first page of all reviews instead of the latest ones. */
  showsAll?: boolean
}

/**
 * Loads an expert's reviews by the `reviews` parameter: latest (absent), first page (`all`) or before an id.
 * Failures are logged and do not break the page.
 */
export async function loadReviews(
  { context, log, requestId }: Pick<RequestScope, 'context' | 'log' | 'requestId'>,
  { expertId, request, isOwn = false, showsAll = false }: ReviewsOfPage,
): Promise<ShownReviews> {
  const params = new URL(request.url).searchParams
  const requestedPage = params.get('reviews') ?? (showsAll ? 'all' : null)
  const unanswered = isOwn && params.has('unanswered')
  const stars = isOwn ? readStars(params.get('stars')) : null
  const isLater = requestedPage !== null && requestedPage !== 'all'
  try {
    const [{ reviews, next }, summary] = await Promise.all([
      listReviews(context, {
        expertId,
        before: isLater ? requestedPage : undefined,
        limit: requestedPage === null ? latestReviewsShown : reviewsPageSize,
        unanswered,
        stars,
      }),
      findReviewSummary(context, expertId),
    ])
    const shown = reviews.map((review) => {
      if ('hiddenReason' in review) return review
      const { userId: _userId, expertId: _expertId, ...rest } = review
      return rest
    })
    const part = requestedPage === null ? 'latest' : isLater ? 'later' : 'all'
    return { reviews: shown, next, summary, part, unanswered, ...(stars !== null && { stars }) }
  } catch (err) {
    log.error({ err, requestId }, 'reviews could not be read')
    return { problem: isLater ? 'Something went wrong loading reviews' : 'Failed to load reviews' }
  }
}

function readStars(text: string | null): number | null {
  const stars = Number(text)
  return Number.isInteger(stars) && stars >= 1 && stars <= starsMax ? stars : null
}
