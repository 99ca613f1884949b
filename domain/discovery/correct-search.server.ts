import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { ListingPage } from '#domain/discovery/contract.ts'
import { searchWords } from '#domain/discovery/rules.ts'
import { typoMinLength } from '#kernel/limits.ts'

const candidateMax = 20
const triesMax = 5

/**
 * Corrects one typo in one word: a letter added, missing or different, or two swapped. Tries words that experts use,
 * the most similar first, until one finds an expert.
 */
export async function correctSearch(
  ctx: Context,
  search: string,
  find: (search: string) => Promise<ListingPage | null>,
): Promise<ListingPage | null> {
  const words = searchWords(search)
  let tries = 0
  for (const [at, word] of words.entries()) {
    for (const candidate of await findSimilarWords(ctx, word)) {
      if (tries >= triesMax) return null
      tries += 1
      const corrected = words.with(at, candidate).join(' ')
      const page = await find(corrected)
      if (page) return { ...page, correctedSearch: corrected }
    }
  }
  return null
}

async function findSimilarWords(ctx: Context, word: string): Promise<string[]> {
  if (word.length < typoMinLength) return []
  const { rows } = await sql<{ word: string }>`select word from search_words
    where word <> ${word} order by word <-> ${word} limit ${sql.lit(candidateMax)}`.execute(ctx.db)
  return rows.map((row) => row.word).filter((known) => isWithinOneEdit(word, known))
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
