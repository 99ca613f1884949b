import { getCatalogue } from '#domain/content/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { categories, defaultListingQuery, searchWords, normalizeSearch } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { getVocabulary, type Vocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { understandSearch } from '#domain/discovery/understand-search.server.ts'
import { subjectTree } from '#kernel/catalogue.ts'
import { fold, slug } from '#kernel/fold.ts'
import { suggestionsPerKind } from '#kernel/limits.ts'

/** Suggests people, subjects and categories while the user types. */
export async function suggest(ctx: Context, typed: string): Promise<Suggestions> {
  const search = normalizeSearch(typed)
  const words = searchWords(search)
  if (words.length === 0) return { experts: [], subjects: [], categories: [], isName: false }
  const { experts } = await searchExperts(ctx, { ...defaultListingQuery, search, onlineOnly: false })
  const suggested = (await getCatalogue(ctx)).flatMap(({ suggestions }) => suggestions)
  const vocabulary = await getVocabulary(ctx)
  const topicSlugs = listTopicSlugs(search, vocabulary)
  const ownSubjects = experts.flatMap(({ keySubjects }) => keySubjects)
  const found = {
    experts: experts
      .slice(0, suggestionsPerKind)
      .map(({ id, name, photoUrl, title, status }) => ({ id, name, photoUrl, title, status })),
    subjects: matchSubjects({ words, topicSlugs }, [...suggested, ...treeSubjects, ...ownSubjects]),
    categories: categories
      .filter(({ id, name }) => id !== 'all' && matchesAllWords(name, words))
      .slice(0, suggestionsPerKind)
      .map(({ id, name }) => ({ id, name })),
  }
  const text = fold(search)
  const isTopic = vocabulary.find(text).some((topic) => topic.words.includes(text))
  return { ...found, isName: !isTopic && isWholeName(found, words) }
}

/** True when the words are complete words of a name, and not of a subject. The start of a name is rather a subject. */
function isWholeName(
  { experts, subjects, categories: found }: Pick<Suggestions, 'experts' | 'subjects' | 'categories'>,
  words: string[],
): boolean {
  const isIn = ({ name }: { name: string }) => {
    const nameWords = fold(name).split(' ')
    return words.every((word) => nameWords.includes(word))
  }
  return experts.some(isIn) && ![...subjects, ...found].some(isIn)
}

/** Slugs of the subjects that the words stand for. The last word may be incomplete. */
function listTopicSlugs(search: string, vocabulary: Vocabulary): Set<string> {
  const concepts = understandSearch(search, vocabulary)
  const [concept] = concepts
  if (!concept || concepts.length > 1) return new Set()
  const [start = ''] = concept.typed
  const isBeingTyped = start.length >= topicStartMinLength && fold(search).endsWith(start)
  if (concept.isKnown || !isBeingTyped) return new Set(concept.subjects)
  return new Set(vocabulary.findStarting(start).flatMap(({ subjects }) => subjects))
}

/** Shorter starts match too many words. */
const topicStartMinLength = 3

const treeSubjects = subjectTree.flatMap((branch): readonly string[] => branch.subjects)

/** Returns each subject once, ignoring spelling variants. */
function matchSubjects(
  { words, topicSlugs }: { words: string[]; topicSlugs: Set<string> },
  names: string[],
): Suggestions['subjects'] {
  const bySlug = new Map<string, string>()
  for (const name of names) {
    const isMatch = topicSlugs.has(slug(name)) || matchesAllWords(name, words)
    if (isMatch && !bySlug.has(slug(name))) bySlug.set(slug(name), name)
  }
  return [...bySlug].slice(0, suggestionsPerKind).map(([id, name]) => ({ slug: id, name }))
}

/** True when every word starts a word of the name. */
function matchesAllWords(name: string, words: string[]): boolean {
  const text = ` ${fold(name)}`
  return words.every((word) => text.includes(` ${word}`))
}
