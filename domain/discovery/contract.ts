import type { Check } from '#domain/experts/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

export const sortOrders = ['rating', 'price-low', 'price-high'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The filters of a listing; `readListingQuery` parses them from any URL. */
export type ListingQuery = {
  search: string
  /** A group ('academic'), a subcategory ('test-preparation') or a branch of the subject tree ('ai-ml'). */
  category: string | null
  /** Slugs, at most three; an expert needs one of them. */
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
  /** Starts at 4.5 and stays there until the first review. */
  rating: number
  reviews: number
  sessions: number
  ratePaisePerMinute: Paise
  status: ExpertStatus
  /** The checks that the team has recorded, and the time of the last one. */
  verified: Check[]
  verifiedAt: Date | null
}

export type ListingPage = {
  experts: ExpertCard[]
  /** On the first page only. Above the limit it is the limit plus one. */
  total: number | null
  /** The cursor of the next page; null after the last. */
  next: string | null
  /** The corrected search, when the typed one found nothing and contains a small typo. */
  correctedSearch: string | null
}

/** The data of the public pages of one expert. */
export type ExpertPage = ExpertCard & {
  experienceYears: number
  highestDegree: string
  memberSince: Date
  updatedAt: Date
}

export type CategoryFigures = {
  /** The id of a subcategory. */
  id: string
  /** How many are online, and their average rating. */
  online: number
  onlineRating: number | null
  /** Whether any approved expert is in this category. */
  hasExperts: boolean
}

/** How many experts are online: in total, and by subcategory. */
export type OnlineFigures = { online: number; categories: CategoryFigures[] }

export type Suggestions = {
  experts: Pick<ExpertCard, 'id' | 'name' | 'photoUrl' | 'title' | 'status'>[]
  subjects: { name: string; slug: string }[]
  categories: { id: string; name: string }[]
}
