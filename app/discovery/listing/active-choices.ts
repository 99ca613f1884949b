import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory, findLanguage } from '#domain/discovery/rules.ts'
import { categoryGroups, subjectTree } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'

type ActiveFilter = { name: string; without: ListingQuery }

/** Lists the active filters, each with the query that remains without it. */
export function listActiveFilters(query: ListingQuery): ActiveFilter[] {
  const category = query.category ? findCategory(query.category) : undefined
  const active: ActiveFilter[] = []
  if (category) active.push({ name: category.name, without: { ...query, category: null } })
  for (const subject of query.subjects) {
    const subjects = query.subjects.filter((other) => other !== subject)
    active.push({ name: subjectName(subject), without: { ...query, subjects } })
  }
  if (query.minRating > 0) {
    active.push({ name: `${ratingText(query.minRating)}, no new experts`, without: { ...query, minRating: 0 } })
  }
  const language = query.language ? findLanguage(query.language) : undefined
  if (language) active.push({ name: `Speaks ${language}`, without: { ...query, language: null } })
  if (!query.onlineOnly) active.push({ name: 'Offline too', without: { ...query, onlineOnly: true } })
  return active
}

/** The display name of a subject. For unknown slugs it is derived from the slug. */
export function subjectName(subject: string): string {
  const knownName = knownSubjects.find((name) => slug(name) === subject)
  return knownName ?? subject.replaceAll('-', ' ').replaceAll(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}

const knownSubjects: string[] = [
  ...subjectTree.flatMap(({ subjects }) => subjects),
  ...categoryGroups.flatMap(({ subcategories }) => subcategories),
]

export function ratingText(rating: number): string {
  return rating === 0 ? 'Any rating' : `${rating.toFixed(1)} and up`
}
