import { sql } from 'kysely'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { Check } from '#domain/experts/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

/** Only the columns that a card needs. The searchable texts stay in the database. */
export const cardColumns = sql`expert_id, name, title, photo, category, subcategories, key_subjects, language, languages, brief,
  rate_paise_per_minute, rating, standing, reviews, sessions, verified, verified_at, online, busy`

export type CardRow = {
  expert_id: ExpertId
  name: string
  title: string
  photo: string | null
  category: CategoryId
  subcategories: string[]
  key_subjects: string[]
  language: string
  languages: string[]
  brief: string
  rate_paise_per_minute: number
  rating: string
  /** As text, because it is part of the cursor and must not be rounded. */
  standing: string
  reviews: number
  sessions: number
  verified: Check[]
  verified_at: Date | null
  online: boolean
  busy: boolean
}

/** A card, with the values that decide its position in the listing. */
export type ListingRow = CardRow & { fit: number; score: number; total: number | null }

export function toCard(row: CardRow): ExpertCard {
  return {
    id: row.expert_id,
    name: row.name,
    photoUrl: row.photo,
    title: row.title,
    category: row.category,
    subcategories: row.subcategories,
    keySubjects: row.key_subjects,
    language: row.language,
    languages: row.languages,
    brief: row.brief,
    rating: Number(row.rating),
    reviews: row.reviews,
    sessions: row.sessions,
    ratePaisePerMinute: paise(row.rate_paise_per_minute),
    status: toStatus(row),
    verified: row.verified,
    verifiedAt: row.verified_at,
  }
}

export function toStatus({ online, busy }: { online: boolean; busy: boolean }): ExpertCard['status'] {
  if (!online) return 'offline'
  return busy ? 'busy' : 'online'
}
