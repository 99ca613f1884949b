import type { Check } from '#domain/experts/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

export const sortOrders = ['rating', 'price-low', 'price-high'] as const
export type SortOrder = (typeof sortOrders)[number]

/** What a listing was asked for; `readListingQuery` makes one of any address. */
export type ListingQuery = {
  search: string
  /** A group ('academic'), a subcategory ('test-preparation') or a branch of the subject tree ('ai-ml'). */
  category: string | null
  /** As in addresses: small letters and hyphens, at most three; any of them will do. */
  subjects: string[]
  /** 0 means any. */
  minRating: number
  onlineOnly: boolean
  sort: SortOrder
}

/** Whether a call would reach the expert now. */
export type ExpertStatus = 'online' | 'busy' | 'offline'

export type ExpertCard = {
  id: ExpertId
  name: string
  photoUrl: string | null
  title: string
  category: CategoryId
  subcategories: string[]
  keySubjects: string[]
  language: string
  brief: string
  /** Starts at 4.5; with no reviews it is that start and nothing more. */
  rating: number
  reviews: number
  sessions: number
  ratePaisePerMinute: Paise
  status: ExpertStatus
  /** What the team has looked at itself, and when it last did; nothing where it has not. */
  verified: Check[]
  verifiedAt: Date | null
}

export type ListingPage = {
  experts: ExpertCard[]
  /** On the first page only. Above the limit it is the limit plus one. */
  total: number | null
  /** Where the next page begins, or nothing after the last. */
  next: string | null
  /** The search that found these, when the one that was typed found nothing and a small slip explains it. */
  correctedSearch: string | null
}

/** Everything on the public pages of one expert. */
export type ExpertPage = ExpertCard & {
  experienceYears: number
  highestDegree: string
  memberSince: Date
  updatedAt: Date
}

export type CategoryFigures = {
  /** The id of a subcategory. */
  id: string
  /** How many can be called now, and how they are rated on average. */
  online: number
  onlineRating: number | null
  /** Whether any approved expert is there at all. */
  hasExperts: boolean
}

/** Who is online, in figures: altogether, and by subcategory. */
export type OnlineFigures = { online: number; categories: CategoryFigures[] }

export type Suggestions = {
  experts: Pick<ExpertCard, 'id' | 'name' | 'photoUrl' | 'title' | 'status'>[]
  subjects: { name: string; slug: string }[]
  categories: { id: string; name: string }[]
}
