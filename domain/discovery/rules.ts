import { type ListingQuery, type SortOrder, sortOrders } from '#domain/discovery/contract.ts'
import { categoryGroups, spokenLanguages, subjectTree, type SpokenLanguage } from '#kernel/catalogue.ts'
import { fold, slug } from '#kernel/fold.ts'
import {
  ratingFilterMax,
  ratingFilterStep,
  searchMaxLength,
  searchWordsMax,
  starsMax,
  subjectFilterMax,
} from '#kernel/limits.ts'

export const defaultListingQuery: ListingQuery = {
  search: '',
  category: null,
  subjects: [],
  minRating: 0,
  language: null,
  onlineOnly: true,
  sort: 'rating',
}

/** Parses any URL without an error: cuts what is too long and ignores invalid values. */
export function readListingQuery(params: URLSearchParams): ListingQuery {
  // A plain form repeats a name: one value for each ticked subject, and a button value after the typed one.
  const lastValue = (name: string) => params.getAll(name).at(-1)
  const rating = Number(params.get('rating') ?? 0)
  const sort = params.get('sort')
  const category = slug(params.get('category') ?? '')
  const language = slug(lastValue('language') ?? '')
  return {
    search: normalizeSearch(lastValue('search') ?? ''),
    category: category !== 'all' && findCategory(category) ? category : null,
    subjects: normalizeSubjectFilter(params.getAll('subjects').join(',').slice(0, 1_000).split(',')),
    minRating: rating > 0 && rating <= starsMax ? Math.min(roundToStep(rating), ratingFilterMax) : 0,
    language: findLanguage(language) ? language : null,
    onlineOnly: lastValue('online') !== 'false',
    sort: sortOrders.find((order): order is SortOrder => order === sort) ?? 'rating',
  }
}

/** Whether the URL has empty or repeated parameters, as plain forms send them. It is redirected to a shorter URL. */
export function hasEmptyOrRepeatedParams(params: URLSearchParams): boolean {
  return ['search', 'category', 'subjects', 'rating', 'language', 'online', 'sort'].some((name) => {
    const values = params.getAll(name)
    return values.length > 1 || values[0] === ''
  })
}

export function listingUrl(query: ListingQuery, after: string | null = null): string {
  const params = listingParams(query)
  if (after) params.set('after', after)
  // A comma needs no escaping here, and a shared link should be readable.
  return params.size > 0 ? `/experts?${String(params).replaceAll('%2C', ',')}` : '/experts'
}

/** The parameters of a listing. The same query always gives the same URL. */
export function listingParams(query: ListingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.category) params.set('category', query.category)
  if (query.subjects.length > 0) params.set('subjects', query.subjects.join(','))
  if (query.minRating > 0) params.set('rating', String(query.minRating))
  if (query.language) params.set('language', query.language)
  if (!query.onlineOnly) params.set('online', 'false')
  if (query.sort !== 'rating') params.set('sort', query.sort)
  return params
}

/** True when any filter besides the order is set. */
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

function normalizeSubjectFilter(subjects: string[]): string[] {
  const tidy = subjects.map((subject) => slug(normalizeSearch(subject))).filter(Boolean)
  return [...new Set(tidy)].slice(0, subjectFilterMax)
}

/** The normalized words of a search. Every one of them must match. */
export function searchWords(search: string): string[] {
  return [...new Set(fold(search).split(' ').filter(Boolean))].slice(0, searchWordsMax)
}

/** The subcategories with a word that starts with the given normalized word. */
export function subcategoriesMatching(word: string): string[] {
  return categoryGroups
    .flatMap(({ subcategories }) => [...subcategories])
    .filter((name) => ` ${fold(name)} ${fold(name).replaceAll('-', ' ')}`.includes(` ${word}`))
}

export const subcategorySlugs = /* @__PURE__ */ new Set(
  categoryGroups.flatMap(({ subcategories }) => subcategories.map(slug)),
)

type Category =
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

/** The language with this slug. */
export function findLanguage(id: string): SpokenLanguage | undefined {
  return spokenLanguages.find((language) => slug(language) === id)
}

function roundToStep(rating: number): number {
  return Math.round(rating / ratingFilterStep) * ratingFilterStep
}
