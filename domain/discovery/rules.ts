import { type ListingQuery, type SortOrder, sortOrders } from '#domain/discovery/contract.ts'
import { categoryGroups, subjectTree } from '#kernel/catalogue.ts'
import { fold, slug } from '#kernel/fold.ts'
import {
  ratingFilterMax,
  ratingFilterStep,
  searchMaxLength,
  searchWordsMax,
  subjectFilterMax,
} from '#kernel/limits.ts'

export const defaultListingQuery: ListingQuery = {
  search: '',
  category: null,
  subjects: [],
  minRating: 0,
  onlineOnly: true,
  sort: 'rating',
}

/** Whatever stands in an address means something or nothing, never an error: too much is cut, nonsense is ignored. */
export function readListingQuery(params: URLSearchParams): ListingQuery {
  // A plain form sends one name several times: every ticked subject, and what a button says after what was typed.
  const last = (name: string) => params.getAll(name).at(-1)
  const rating = Number(params.get('rating') ?? 0)
  const sort = params.get('sort')
  const category = slug(params.get('category') ?? '')
  return {
    search: normalizeSearch(last('search') ?? ''),
    category: category !== 'all' && findCategory(category) ? category : null,
    subjects: normalizeSubjectFilter(params.getAll('subjects').join(',').slice(0, 1_000).split(',')),
    minRating: rating > 0 && rating <= ratingFilterMax ? roundToStep(rating) : 0,
    onlineOnly: last('online') !== 'false',
    sort: sortOrders.find((order): order is SortOrder => order === sort) ?? 'rating',
  }
}

/** Whether an address says the same thing in a longer way, as those that plain forms make. */
export function isNotCanonical(params: URLSearchParams): boolean {
  return ['search', 'category', 'subjects', 'rating', 'online', 'sort'].some((name) => {
    const values = params.getAll(name)
    return values.length > 1 || values[0] === ''
  })
}

export function listingAddress(query: ListingQuery, after: string | null = null): string {
  const params = listingParams(query)
  if (after) params.set('after', after)
  // A comma needs no escaping there, and a link that people share should be readable.
  return params.size > 0 ? `/experts?${String(params).replaceAll('%2C', ',')}` : '/experts'
}

/** What an address says of a listing. The same question always has the same address. */
export function listingParams(query: ListingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.category) params.set('category', query.category)
  if (query.subjects.length > 0) params.set('subjects', query.subjects.join(','))
  if (query.minRating > 0) params.set('rating', String(query.minRating))
  if (!query.onlineOnly) params.set('online', 'false')
  if (query.sort !== 'rating') params.set('sort', query.sort)
  return params
}

/** Whether anything but the order was chosen. */
export function isFiltered(query: ListingQuery): boolean {
  return listingParams({ ...query, sort: 'rating' }).size > 0
}

export function normalizeSearch(text: string): string {
  const plain = text
    .slice(0, searchMaxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, searchMaxLength).join('').trim()
}

export function normalizeSubjectFilter(subjects: string[]): string[] {
  const tidy = subjects.map((subject) => slug(normalizeSearch(subject))).filter(Boolean)
  return [...new Set(tidy)].slice(0, subjectFilterMax)
}

/** The words of a search, as they are compared. Every one of them must be found. */
export function searchWords(search: string): string[] {
  return [...new Set(fold(search).split(' ').filter(Boolean))].slice(0, searchWordsMax)
}

/** The subcategories of which a word begins with this one, however a person writes it. */
export function subcategoriesStartingWith(word: string): string[] {
  return categoryGroups
    .flatMap(({ subcategories }) => [...subcategories])
    .filter((name) => ` ${fold(name)} ${fold(name).replaceAll('-', ' ')}`.includes(` ${word}`))
}

export type Category =
  | { kind: 'group'; id: (typeof categoryGroups)[number]['id']; name: string }
  | { kind: 'subcategory'; id: string; name: string }
  | { kind: 'tree'; id: string; name: string; subjects: readonly string[] }

export function findCategory(id: string): Category | undefined {
  return categories.find((category) => category.id === id)
}

export const categories: Category[] = [
  ...categoryGroups.map(({ id, name }) => ({ kind: 'group' as const, id, name })),
  ...categoryGroups.flatMap(({ subcategories }) =>
    subcategories.map((name) => ({ kind: 'subcategory' as const, id: slug(name), name })),
  ),
  ...subjectTree.map(({ id, name, subjects }) => ({ kind: 'tree' as const, id, name, subjects })),
]

function roundToStep(rating: number): number {
  return Math.round(rating / ratingFilterStep) * ratingFilterStep
}
