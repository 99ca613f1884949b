import { countText } from '#kernel/count-text.ts'
import { starsMax } from '#kernel/limits.ts'

export function starText(rating: number): string {
  return `${rating} of ${starsMax} stars`
}

/** How many reviews gave that many stars, and their part of all, as wide as a bar may be. */
export function starShares(counts: number[]): { stars: number; count: number; percent: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts
    .map((count, index) => ({ stars: index + 1, count, percent: total ? (count / total) * 100 : 0 }))
    .toReversed()
}

export function allReviewsText(count: number): string {
  return `All ${countText(count)} reviews`
}

/** Above the sessions whose feedback the expert left for later. */
export function reminderTitle(waiting: number): string {
  return waiting === 1 ? 'A student waits for your feedback' : `${waiting} sessions wait for your feedback`
}
