import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { categoryGroups, subjectTree } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'

export type ActiveFilter = { name: string; without: ListingQuery }

/** What has been chosen beside the search, each with what remains when it is taken away. */
export function activeFilters(query: ListingQuery): ActiveFilter[] {
  const category = query.category ? findCategory(query.category) : undefined
  const active: ActiveFilter[] = []
  if (category) active.push({ name: category.name, without: { ...query, category: null } })
  for (const subject of query.subjects) {
    const subjects = query.subjects.filter((other) => other !== subject)
    active.push({ name: subjectName(subject), without: { ...query, subjects } })
  }
  if (query.minRating > 0)
    active.push({ name: ratingText(query.minRating), without: { ...query, minRating: 0 } })
  if (!query.onlineOnly) active.push({ name: 'Offline too', without: { ...query, onlineOnly: true } })
  return active
}

/** As experts write it; of a subject that only an address knows, as well as its address allows. */
export function subjectName(subject: string): string {
  const known = knownSubjects.find((name) => slug(name) === subject)
  return known ?? subject.replaceAll('-', ' ').replaceAll(/(^|\s)\S/g, (start) => start.toUpperCase())
}

const knownSubjects: string[] = [
  ...subjectTree.flatMap(({ subjects }) => subjects),
  ...categoryGroups.flatMap(({ subcategories }) => subcategories),
]

export function ratingText(rating: number): string {
  return rating === 0 ? 'Any rating' : `${rating.toFixed(1)} and up`
}
