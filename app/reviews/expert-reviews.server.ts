import type { RequestScope } from '#app/base/request.server.ts'
import type { ShownReviews } from '#app/reviews/expert-reviews.tsx'
import { findReviewSummary, listReviews } from '#domain/reviews/review-queries.server.ts'
import { latestReviewsShown, reviewsPageSize } from '#kernel/limits.ts'

/**
 * Loads an expert's reviews by the `reviews` parameter: latest (absent), first page (`all`) or before an id.
 * With `isOwn`, `unanswered` limits them to reviews without an answer. Failures are logged and do not break the page.
 */
export async function loadReviews(
  { context, log, requestId }: Pick<RequestScope, 'context' | 'log' | 'requestId'>,
  { expertId, request, isOwn = false }: { expertId: string; request: Request; isOwn?: boolean },
): Promise<ShownReviews> {
  const params = new URL(request.url).searchParams
  const requestedPage = params.get('reviews')
  const unanswered = isOwn && params.has('unanswered')
  const isLater = requestedPage !== null && requestedPage !== 'all'
  try {
    const [{ reviews, next }, summary] = await Promise.all([
      listReviews(context, {
        expertId,
        before: isLater ? requestedPage : undefined,
        limit: requestedPage === null ? latestReviewsShown : reviewsPageSize,
        unanswered,
      }),
      findReviewSummary(context, expertId),
    ])
    const shown = reviews.map((review) => {
      if ('hiddenReason' in review) return review
      const { userId: _userId, expertId: _expertId, ...rest } = review
      return rest
    })
    const part = requestedPage === null ? 'latest' : isLater ? 'later' : 'all'
    return { reviews: shown, next, summary, part, unanswered }
  } catch (err) {
    log.error({ err, requestId }, 'reviews could not be read')
    return { problem: isLater ? 'Something went wrong loading reviews' : 'Failed to load reviews' }
  }
}
