import { getCatalogue } from '#domain/content/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { categories, defaultListingQuery, searchWords, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { subjectTree } from '#kernel/catalogue.ts'
import { fold, slug } from '#kernel/fold.ts'
import { suggestionsPerKind } from '#kernel/limits.ts'

/** Suggests people, subjects and categories while the user types. */
export async function suggest(ctx: Context, typed: string): Promise<Suggestions> {
  const search = normalizeSearch(typed)
  const words = searchWords(search)
  if (words.length === 0) return { experts: [], subjects: [], categories: [] }
  const { experts } = await searchExperts(ctx, { ...defaultListingQuery, search, onlineOnly: false })
  const suggested = (await getCatalogue(ctx)).flatMap(({ suggestions }) => suggestions)
  const ownSubjects = experts.flatMap(({ keySubjects }) => keySubjects)
  return {
    experts: experts
      .slice(0, suggestionsPerKind)
      .map(({ id, name, photoUrl, title, status }) => ({ id, name, photoUrl, title, status })),
    subjects: matchSubjects(words, [...suggested, ...treeSubjects, ...ownSubjects]),
    categories: categories
      .filter(({ id, name }) => id !== 'all' && matchesAllWords(name, words))
      .slice(0, suggestionsPerKind)
      .map(({ id, name }) => ({ id, name })),
  }
}

const treeSubjects = subjectTree.flatMap((branch): readonly string[] => branch.subjects)

/** Returns each subject once, ignoring spelling variants. */
function matchSubjects(words: string[], names: string[]): Suggestions['subjects'] {
  const bySlug = new Map<string, string>()
  for (const name of names) {
    if (matchesAllWords(name, words) && !bySlug.has(slug(name))) bySlug.set(slug(name), name)
  }
  return [...bySlug].slice(0, suggestionsPerKind).map(([id, name]) => ({ slug: id, name }))
}

/** True when every word starts a word of the name. */
function matchesAllWords(name: string, words: string[]): boolean {
  const text = ` ${fold(name)}`
  return words.every((word) => text.includes(` ${word}`))
}
