import type { ReviewSummary } from '#domain/reviews/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { starsMax } from '#kernel/limits.ts'

export function starText(rating: number): string {
  return `${rating} of ${starsMax} stars`
}

/** The number and percentage of reviews for each star count. The percentage is the bar width. */
export function starShares(counts: number[]): { stars: number; count: number; percent: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts
    .map((count, index) => ({ stars: index + 1, count, percent: total ? (count / total) * 100 : 0 }))
    .toReversed()
}

/** Says how many students and sessions the rating is based on. */
export function ratingBasisText({ count, sessions }: Pick<ReviewSummary, 'count' | 'sessions'>): string {
  const students = count === 1 ? '1 student' : `each of ${counted(count, 'student')}`
  const basis = `From the newest review of ${students}.`
  return sessions === undefined ? basis : `${basis} The expert has had ${counted(sessions, 'paid session')}.`
}

/** Heading above the sessions whose feedback the expert postponed. */
export function reminderTitle(count: number): string {
  return count === 1 ? 'A student is waiting for your feedback' : `${count} sessions are waiting for your feedback`
}
