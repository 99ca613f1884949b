import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { listingTotalMax } from '#kernel/limits.ts'

const number = new Intl.NumberFormat('en-IN')

/** Exact as far as it was counted. */
export function expertCount(total: number): string {
  if (total > listingTotalMax) return `${number.format(listingTotalMax)}+ experts`
  return total === 1 ? '1 expert' : `${number.format(total)} experts`
}

/** For the tab, search engines and links that are passed on. */
export function listingWords({ category }: Pick<ListingQuery, 'category'>) {
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
