import type { ExpertPage } from '#domain/discovery/contract.ts'
import { countText } from '#kernel/count-text.ts'
import { formatRupees } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'

/* Texts shared by pages, link previews and share messages. */

export function priceText({ ratePaisePerMinute }: Pick<ExpertPage, 'ratePaisePerMinute'>): string {
  return `${formatRupees(ratePaisePerMinute)}/min`
}

export function reviewCountText({ reviews }: Pick<ExpertPage, 'reviews'>): string {
  return reviews > 0 ? shortCount(reviews, 'review') : '(No reviews yet)'
}

export function ratingText(expert: Pick<ExpertPage, 'rating' | 'reviews'>): string {
  return `${expert.rating.toFixed(1)} ${expert.reviews > 0 ? 'from ' : ''}${reviewCountText(expert)}`
}

export function sessionCountText({ sessions }: Pick<ExpertPage, 'sessions'>): string {
  return sessions > 0 ? shortCount(sessions, 'session') : 'No sessions yet'
}

export function languagesText({ languages }: Pick<ExpertPage, 'languages'>): string {
  return languages.join(', ')
}

/** A slogan in mixed Hindi and English. */
const tagline = 'Doubt hai? अब expert से सीधे समझो!'

type Shared = Pick<ExpertPage, 'name' | 'title' | 'rating' | 'reviews' | 'sessions' | 'ratePaisePerMinute'>

/** The text that is shared together with a profile link. */
export function shareText(expert: Shared, productName: string): string {
  return [
    `${expert.name}, ${expert.title}, on ${productName}`,
    `⭐ ${ratingText(expert)} · ${sessionCountText(expert)} · ${priceText(expert)}`,
    tagline,
  ].join('\n')
}

function shortCount(count: number, word: string): string {
  return `${countText(count)} ${plural(count, word)}`
}
