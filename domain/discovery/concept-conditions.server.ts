import { type RawBuilder, sql } from 'kysely'
import { tokenKeys } from '#domain/discovery/token-keys.server.ts'
import type { Concept } from '#domain/discovery/understand-search.server.ts'
import { slug } from '#kernel/fold.ts'

/**
 * SQL conditions that match experts with one concept, from strict to loose. Each includes the one before. `strong` and
 * `near` need a row of `search_entries`, `mentioned` a row of `search_mentions`, `any` both.
 */
export type ConceptMatch = {
  weight: number
  /** Matches a subject, a language, or a whole word of the name, subjects or title. */
  strong: RawBuilder<boolean>
  /** Also matches a related subject or a spoken language. */
  near: RawBuilder<boolean>
  /** False if the concept has none of these, so that `near` is `strong`. */
  hasNear: boolean
  /** Also matches a word of the profile texts. */
  mentioned: RawBuilder<boolean>
  /** The part of `mentioned` that is not in `near`: only words of the profile texts. */
  inWords: RawBuilder<boolean>
  /** Also matches a part of a word, for a word that is not in the vocabulary. Slow for many rows. */
  any: RawBuilder<boolean>
  /** The same as `any`, for rows of `listings`. */
  anyListing: RawBuilder<boolean>
  /** The parts of `anyListing` that are not in `mentioned`. */
  inTexts: RawBuilder<boolean>[]
}

/** Builds the same tokens as `tokens_follow_listing` in the database. */
export function matchConcept(concept: Concept): ConceptMatch {
  const { typed, isKnown, subjects, related, languages, countsSpokenLanguages, names, weight } = concept
  const speaks = languages.map((language) => `speaks:${slug(language)}`)
  const words = typed.filter((text) => !text.includes(' '))
  const strong = [
    ...subjects,
    ...(countsSpokenLanguages ? speaks : []),
    ...words.map((word) => `word:${word}`),
    ...(isKnown ? [] : words.map((word) => `title:${word}`)),
  ]
  const near = [...strong, ...related, ...speaks]
  const mentions = listMentions(words, names)
  const mentioned = sql<boolean>`mentions && ${tokenKeys([...near, ...mentions])}`
  const inTexts = isKnown ? [] : typed.map(matchAnywhere)
  return {
    weight,
    strong: sql`answers && ${tokenKeys(strong)}`,
    near: sql`answers && ${tokenKeys(near)}`,
    hasNear: new Set(near).size > new Set(strong).size,
    mentioned,
    inWords: sql`mentions && ${tokenKeys(mentions)}`,
    any: isKnown ? mentioned : joinWithOr([mentioned, isListing(joinWithOr(inTexts))]),
    anyListing: joinWithOr([
      sql`answers && ${near}::text[]`,
      ...(isKnown ? [sql<boolean>`mentions && ${mentions}::text[]`] : inTexts),
    ]),
    inTexts,
  }
}

/** Tests the listing of a row of `search_entries`. */
export function isListing(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`exists (select from listings where listings.expert_id = search_entries.expert_id and ${condition})`
}

/**
 * How well a row of `search_entries` matches one concept: 2 strongly, 1 in any way, 0 not. Comparing two lists of keys
 * takes as long as the product of their lengths, so the short lists are compared first.
 */
export function levelOf(
  { strong, near, inWords, inTexts }: ConceptMatch,
  isInTexts: RawBuilder<boolean>[] = inTexts.map(isListing),
): RawBuilder<number> {
  return sql`case when ${strong} then 2 when ${joinWithOr([near, inWords, ...isInTexts])} then 1 else 0 end`
}

/** The score of an expert: how well the row of `search_entries` matches the concepts. */
export function scoreMatches(matches: ConceptMatch[]): RawBuilder<number> {
  const parts = matches.map((match) => sql`${sql.lit(match.weight)} * ${levelOf(match)}`)
  return sql<number>`(${sql.join(parts, sql` + `)})`
}

export function joinWithAnd(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`
}

export function joinWithOr(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

function listMentions(words: string[], names: string[]): string[] {
  const texts = [...words, ...names.filter((name) => !name.includes(' '))]
  return [...texts.map((text) => `text:${text}`), ...words.map((word) => `start:${word}`)]
}

function matchAnywhere(text: string): RawBuilder<boolean> {
  const like = sql<boolean>`search_text like ${`%${escapeLike(text)}%`}`
  return hasTrigram(text) ? like : sql<boolean>`(grams @> ${splitGrams(text)}::text[] and ${like})`
}

/** Trigrams need three consecutive plain letters or digits. Other words are found by pairs or single letters. */
function hasTrigram(word: string): boolean {
  return /[a-z0-9]{3}/.test(word)
}

/** Splits a text into pairs of letters, but not across spaces. A single letter stays as it is. */
function splitGrams(text: string): string[] {
  const letters = [...text]
  if (letters.length === 1) return letters
  return letters
    .slice(1)
    .map((letter, at) => `${letters[at]}${letter}`)
    .filter((gram) => !gram.includes(' '))
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}
