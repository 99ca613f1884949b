import type { SearchTopic } from '#domain/discovery/contract.ts'
import { findLanguage, subcategoriesMatching, subcategorySlugs } from '#domain/discovery/rules.ts'
import type { Vocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import type { SpokenLanguage } from '#kernel/catalogue.ts'
import { fold, slug } from '#kernel/fold.ts'
import {
  questionConceptsMax,
  questionWordsMax,
  searchConceptsMax,
  searchPhraseMaxWords,
  searchWordsMax,
  tagMaxWords,
} from '#kernel/limits.ts'

/** One part of a search: a topic of the vocabulary, or a word that is not in the vocabulary. */
export type Concept = {
  /** The folded words and phrases that the student typed for the concept. */
  typed: string[]
  isKnown: boolean
  /** Slugs of matching subjects. */
  subjects: string[]
  /** Slugs of related subjects. */
  related: string[]
  /** Speaking one of them is a full match (`countsSpokenLanguages`), except in a search for the language alone. */
  languages: SpokenLanguage[]
  countsSpokenLanguages: boolean
  /** Topic names to search for in texts. */
  names: string[]
  /** All words of its topics. */
  words: string[]
  /** Its weight in the score. */
  weight: number
}

type Segment = { typed: string; topics: SearchTopic[] }

/**
 * Splits a search into concepts: the longest known phrases first, then single words. Ignored words and numbers count
 * only when nothing else is typed.
 */
export function understandSearch(search: string, vocabulary: Vocabulary): Concept[] {
  const segments = splitIntoSegments(splitWords(search).slice(0, searchWordsMax), vocabulary)
  const meaningful = segments.filter(isMeaningful)
  const concepts = mergeSameTopics(
    meaningful.length > 0 ? meaningful : segments.map(({ typed }) => ({ typed, topics: [] })),
  )
  const isAlone = concepts.length === 1
  return concepts.slice(0, searchConceptsMax).map((segment) => toConcept(segment, isAlone))
}

/**
 * Finds the known topics in a question, the highest weight first. Unknown words are not concepts, because most words
 * of a question name no subject. They are returned as tags, because an expert may have such a custom subject.
 */
export function understandQuestion(
  question: string,
  vocabulary: Vocabulary,
): { concepts: Concept[]; unknownTags: string[] } {
  const words = splitWords(question).slice(0, questionWordsMax)
  const merged = mergeSameTopics(splitIntoSegments(words, vocabulary).filter(isMeaningful))
  const isAlone = merged.length === 1
  const concepts = merged.filter(({ topics }) => topics.length > 0).map((segment) => toConcept(segment, isAlone))
  const phrases = words.flatMap((_, at) => tagLengths.map((length) => words.slice(at, at + length).join(' ')))
  const unknown = [...new Set(phrases)].filter((phrase) => vocabulary.find(phrase).length === 0)
  return {
    concepts: concepts.toSorted((a, b) => b.weight - a.weight).slice(0, questionConceptsMax),
    unknownTags: unknown.map(slug),
  }
}

const tagLengths = Array.from({ length: tagMaxWords }, (_, at) => at + 1)

/** Splits into folded words without punctuation. Signs that belong to a word, as in 'c++', stay. */
export function splitWords(search: string): string[] {
  const words = fold(search).split(' ').filter(Boolean)
  const plain = words.flatMap((word) =>
    word
      .split(/[,;:!?()"/|।“”…—–]+/)
      .map((part) => part.replaceAll(/^[.'-]+|[.'-]+$/g, ''))
      .filter(Boolean),
  )
  return plain.length > 0 ? plain : words
}

function splitIntoSegments(words: string[], vocabulary: Vocabulary): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(searchPhraseMaxWords, words.length - at)
    let segment: Segment | undefined
    for (; length > 0 && !segment; length -= 1) {
      const typed = words.slice(at, at + length).join(' ')
      const topics = vocabulary.find(typed)
      if (topics.length > 0 || length === 1) segment = { typed, topics }
    }
    if (segment) segments.push(segment)
    at += length + 1
  }
  return segments
}

function isMeaningful({ typed, topics }: Segment): boolean {
  const isIgnored = topics.length > 0 && topics.every(({ kind }) => kind === 'ignored')
  return !isIgnored && !/^\d+(st|nd|rd|th)?$/.test(typed)
}

/** 'calculus integration' is one concept, typed in two ways. */
function mergeSameTopics(segments: Segment[]): { typed: string[]; topics: SearchTopic[] }[] {
  const merged = new Map<string, { typed: string[]; topics: SearchTopic[] }>()
  for (const { typed, topics: all } of segments) {
    const topics = all.filter(({ kind }) => kind !== 'ignored')
    const key = topics.length > 0 ? topics.map(({ id }) => id).join(' ') : `"${typed}"`
    const same = merged.get(key)
    if (!same) merged.set(key, { typed: [typed], topics })
    else if (!same.typed.includes(typed)) same.typed.push(typed)
  }
  return [...merged.values()]
}

function toConcept({ typed, topics }: { typed: string[]; topics: SearchTopic[] }, isAlone: boolean): Concept {
  const isKnown = topics.length > 0
  const subjects = isKnown
    ? topics.flatMap((topic) => topic.subjects)
    : typed.flatMap((word) => subcategoriesMatching(word).map(slug))
  const languages = topics.filter(({ kind }) => kind === 'language').flatMap(({ id }) => findLanguage(id) ?? [])
  return {
    typed,
    isKnown,
    subjects: [...new Set(subjects)],
    related: [...new Set(topics.flatMap((topic) => topic.related))],
    languages,
    countsSpokenLanguages: !isAlone,
    names: topics.map(({ name }) => fold(name)),
    words: topics.flatMap((topic) => topic.words),
    weight: weigh({ isKnown, subjects, isLanguage: languages.length > 0 }),
  }
}

/** Subjects weigh most, then unknown words, then exams and other subcategories, then languages. */
export const weights = { subject: 4, unknown: 3, subcategory: 2, language: 1 } as const

function weigh(concept: { isKnown: boolean; subjects: string[]; isLanguage: boolean }): number {
  if (concept.isLanguage) return weights.language
  if (!concept.isKnown) return weights.unknown
  return concept.subjects.every((subject) => subcategorySlugs.has(subject)) ? weights.subcategory : weights.subject
}
