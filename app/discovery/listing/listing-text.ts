import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { counted, formatCount } from '#kernel/count-text.ts'
import { listingTotalMax } from '#kernel/limits.ts'

/** Exact up to `listingTotalMax`, where counting stops. */
export function expertCount(total: number): string {
  if (total > listingTotalMax) return `${formatCount(listingTotalMax)}+ experts`
  return counted(total, 'expert')
}

/** Title and description for the tab, search engines and link previews. */
export function listingMeta({ category }: Pick<ListingQuery, 'category'>) {
  const name = category ? findCategory(category)?.name : undefined
  if (!name)
    return {
      title: 'Find Your Expert',
      description:
        'Verified tutors, mentors and coaches. See who is online now, call by audio or video, and pay by the minute.',
    }
  return {
    title: `${name} experts`,
    description: `Verified ${name} experts. See who is online now, call by audio or video, and pay by the minute.`,
  }
}
