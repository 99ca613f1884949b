import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { counted, formatCount } from '#kernel/count-text.ts'
import { listingTotalMax } from '#kernel/limits.ts'

/** Exact as far as it was counted. */
export function expertCount(total: number): string {
  if (total > listingTotalMax) return `${formatCount(listingTotalMax)}+ experts`
  return counted(total, 'expert')
}

/** For the tab, search engines and links that are passed on. */
export function listingMeta({ category }: Pick<ListingQuery, 'category'>) {
  const name = category ? findCategory(category)?.name : undefined
  if (!name)
    return {
      title: 'Find Your Expert',
      description:
        'Verified tutors, mentors and coaches, and who of them is online now. Call by audio or video and pay by the minute.',
    }
  return {
    title: `${name} experts`,
    description: `Verified ${name} experts, and who of them is online now. Call by audio or video and pay by the minute.`,
  }
}
