import type { ListingQuery } from '#domain/discovery/contract.ts'
import { findCategory } from '#domain/discovery/rules.ts'
import { categoryGroups, subjectTree } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import { subjectFilterMax } from '#kernel/limits.ts'

/** A row of the category filter, called a parent: it has the subjects that are listed below it. */
export type CategoryOption = { id: string; name: string; subjects: { slug: string; name: string }[] }

function toParent(id: string, name: string, subjects: readonly string[]): CategoryOption {
  return { id, name, subjects: subjects.map((subject) => ({ slug: slug(subject), name: subject })) }
}

const branches = subjectTree.map(({ id, name, subjects }) => toParent(id, name, subjects))

/** All categories, with the most popular subjects. */
export const allParent: CategoryOption = {
  ...(branches.find(({ id }) => id === 'all') as CategoryOption),
  name: 'All categories',
}
/** Converts groups to options in the given order. */
export function listGroupParents(groups: readonly GroupNames[]): CategoryOption[] {
  return groups.map(({ id, name, subcategories }) => toParent(id, name, subcategories))
}
type GroupNames = { id: string; name: string; subcategories: readonly string[] }

export const groupParents = listGroupParents(categoryGroups)
export const subjectParents: CategoryOption[] = branches.filter(({ id }) => id !== 'all')

const parents = [allParent, ...groupParents, ...subjectParents]

/** The selected parent. A subcategory in the URL counts as a selected subject instead. */
export function chosenParent({ category }: ListingQuery): string {
  const found = category ? findCategory(category) : undefined
  return found && found.kind !== 'subcategory' ? found.id : allParent.id
}

export function chosenSubjects({ category, subjects }: ListingQuery): string[] {
  const found = category ? findCategory(category) : undefined
  return found?.kind === 'subcategory' ? [...new Set([found.id, ...subjects])] : subjects
}

/** Changes the category. Drops selected subjects that it does not contain, because the two together match no expert. */
export function chooseParent(query: ListingQuery, id: string): ListingQuery {
  const subjects = chosenSubjects(query)
  if (id === allParent.id) return { ...query, category: null, subjects }
  const subjectSlugs = parents.find((parent) => parent.id === id)?.subjects.map((subject) => subject.slug) ?? []
  return { ...query, category: id, subjects: subjects.filter((subject) => subjectSlugs.includes(subject)) }
}

/** Selects or deselects a subject. Returns null at the limit. Clears a category that does not contain the subject. */
export function toggleSubject(query: ListingQuery, subject: string): ListingQuery | null {
  const before = chosenSubjects(query)
  const chosen = chosenParent(query)
  const parent = parents.find(({ id }) => id === chosen && id !== allParent.id)
  if (before.includes(subject)) {
    return { ...query, category: parent?.id ?? null, subjects: before.filter((other) => other !== subject) }
  }
  if (before.length >= subjectFilterMax) return null
  const hasSubject = parent?.subjects.some((option) => option.slug === subject)
  return { ...query, category: hasSubject ? chosen : null, subjects: [...before, subject] }
}
