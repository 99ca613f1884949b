import type { RequestScope } from '#app/request.server.ts'
import type { ShownReviews } from '#app/features/reviews/expert-reviews.tsx'
import { findReviewSummary, listReviews } from '#domain/reviews/review-queries.server.ts'
import { latestReviewsShown, reviewsPageSize } from '#kernel/limits.ts'

/**
 * The reviews of an expert, as the address asks for them: the latest, all from the beginning (`all`), or those before one. What fails
 * here leaves the page around it standing.
 */
export async function loadReviews(
  { context, log, requestId }: Pick<RequestScope, 'context' | 'log' | 'requestId'>,
  { expertId, request }: { expertId: string; request: Request },
): Promise<ShownReviews> {
  const asked = new URL(request.url).searchParams.get('reviews')
  const isLater = asked !== null && asked !== 'all'
  try {
    const [{ reviews, next }, summary] = await Promise.all([
      listReviews(context, {
        expertId,
        before: isLater ? asked : undefined,
        limit: asked === null ? latestReviewsShown : reviewsPageSize,
      }),
      findReviewSummary(context, expertId),
    ])
    const shown = reviews.map((review) => {
      if ('hiddenReason' in review) return review
      const { userId: _userId, expertId: _expertId, ...rest } = review
      return rest
    })
    return { reviews: shown, next, summary, part: asked === null ? 'latest' : isLater ? 'later' : 'all' }
  } catch (err) {
    log.error({ err, requestId }, 'reviews could not be read')
    return { problem: isLater ? 'Something went wrong loading reviews' : 'Failed to load reviews' }
  }
}
