import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { ListingPage } from '#domain/discovery/contract.ts'
import type { Vocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { type Concept, splitWords } from '#domain/discovery/understand-search.server.ts'
import { searchWordsMax, typoMinLength } from '#kernel/limits.ts'

const candidateMax = 20
const attemptsMax = 5

type Typed = { search: string; concepts: Concept[]; vocabulary: Vocabulary }

/**
 * Corrects one typo in one word that is not in the vocabulary: a letter added, missing or different, or two
 * swapped. Tries words of the vocabulary and words that experts use, the most similar first, until one finds an expert.
 */
export async function correctSearch(
  ctx: Context,
  { search, concepts, vocabulary }: Typed,
  find: (search: string) => Promise<ListingPage | null>,
): Promise<ListingPage | null> {
  const words = splitWords(search).slice(0, searchWordsMax)
  const unknown = new Set(concepts.filter(({ isKnown }) => !isKnown).flatMap(({ typed }) => typed))
  let attempts = 0
  for (const [at, word] of words.entries()) {
    if (!unknown.has(word)) continue
    for (const candidate of await findSimilarWords(ctx, word, vocabulary)) {
      if (attempts >= attemptsMax) return null
      attempts += 1
      const corrected = words.with(at, candidate).join(' ')
      const page = await find(corrected)
      if (page) return { ...page, correctedSearch: corrected }
    }
  }
  return null
}

async function findSimilarWords(ctx: Context, word: string, vocabulary: Vocabulary): Promise<string[]> {
  if (word.length < typoMinLength) return []
  const edits = listEdits(word)
  // All possible words are looked up in one walk through the index of words in order. Without that order, the planner
  // would use the trigram index for equality, which is slow with many words.
  const { rows } = await sql<{ word: string }>`
    select word from (
      select word from search_words where word = any(${edits}::text[]) order by word limit ${sql.lit(edits.length)}
    ) found
    order by word <-> ${word}, word limit ${sql.lit(candidateMax)}`.execute(ctx.db)
  const usedByExperts = rows.map((row) => row.word)
  // The vocabulary has many short words, and a short word is one letter away from most others.
  const known = vocabulary.words.filter(
    (candidate) => candidate.length > typoMinLength && isWithinOneEdit(word, candidate),
  )
  return [...new Set([...usedByExperts, ...known])]
}

const latinLetters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const devanagariLetters = Array.from({ length: 0x80 }, (_, at) => String.fromCodePoint(0x900 + at))

/** All words that differ by one typo. Letters are taken from the script of the word. */
function listEdits(word: string): string[] {
  const letters = [...word]
  const alphabet = /[\u0900-\u097f]/.test(word) ? devanagariLetters : latinLetters
  const edits = new Set<string>()
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at)
    const [first = '', second = '', ...rest] = letters.slice(at)
    const after = letters.slice(at + 1)
    if (at < letters.length) edits.add([...before, ...after].join(''))
    if (second) edits.add([...before, second, first, ...rest].join(''))
    for (const letter of alphabet) {
      edits.add([...before, letter, ...letters.slice(at)].join(''))
      if (at < letters.length) edits.add([...before, letter, ...after].join(''))
    }
  }
  edits.delete(word)
  return [...edits]
}

/** True for exactly one of the typos that `correctSearch` corrects. */
function isWithinOneEdit(typed: string, candidate: string): boolean {
  if (typed === candidate) return false
  const from = [...typed]
  const to = [...candidate]
  if (Math.abs(from.length - to.length) > 1) return false
  let at = 0
  while (at < from.length && at < to.length && from[at] === to[at]) at += 1
  const restAfter = (letters: string[], skipped: number) => letters.slice(at + skipped).join('')
  if (from.length > to.length) return restAfter(from, 1) === restAfter(to, 0)
  if (from.length < to.length) return restAfter(from, 0) === restAfter(to, 1)
  const areSwapped = from[at] === to[at + 1] && from[at + 1] === to[at] && restAfter(from, 2) === restAfter(to, 2)
  return areSwapped || restAfter(from, 1) === restAfter(to, 1)
}
