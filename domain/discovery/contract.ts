import type { Check } from '#domain/experts/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

export const sortOrders = ['rating', 'price-low', 'price-high'] as const
export type SortOrder = (typeof sortOrders)[number]

export const topicKinds = ['subject', 'language', 'ignored'] as const
export type TopicKind = (typeof topicKinds)[number]

/** The filters of a listing. `readListingQuery` parses them from any URL. */
export type ListingQuery = {
  search: string
  /** A group ('academic'), a subcategory ('test-preparation') or a branch of the subject tree ('ai-ml'). */
  category: string | null
  /** Slugs, at most three. An expert must have one of them. */
  subjects: string[]
  /** 0 means any. A minimum leaves out experts without reviews, because their rating is only the starting value. */
  minRating: number
  /** The slug of a language that the expert must speak. */
  language: string | null
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
  /** The first language. */
  language: string
  /** All languages, the first one first. */
  languages: string[]
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
  /** The cursor of the next page. Null on the last page. */
  next: string | null
  /** The corrected search, when the typed one found nothing and contains a small typo. */
  correctedSearch: string | null
  /** True when no expert matches all words, and the listed experts match some. */
  matchesSome: boolean
}

/** A topic of the search vocabulary. It maps words that students type to subjects. */
export type SearchTopic = {
  id: string
  name: string
  /** A language finds experts who teach or speak it. Ignored words find no experts. */
  kind: TopicKind
  /** Folded words and phrases. */
  words: string[]
  /** Slugs of the subjects and subcategories that the words stand for. */
  subjects: string[]
  /** Slugs of related subjects, which match less well. */
  related: string[]
  version: number
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
  /** The number of experts online, and the average rating of those with reviews. */
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
  /** The text is the name of an expert, so experts come before subjects. */
  isName: boolean
}

/** The result of a query: the total and the first experts. */
export type FoundExperts = { total: number; experts: Pick<ExpertCard, 'id' | 'name'>[] }
export type TopicPreview = { query: string; today: FoundExperts; changed: FoundExperts }
