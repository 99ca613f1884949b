import { type RawBuilder, sql } from 'kysely'

/** The maximum number of search results. A longer list would not be read, and a further search word shortens it. */
export const searchResultMax = 500

/** Whether a text in lower case contains every word of the search. */
export function containsWords(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const words = search.toLowerCase().split(/\s+/)
  return sql<boolean>`${sql.join(
    words.map((word) => containsWord(text, word)),
    sql` and `,
  )}`
}

/**
 * Whether a text contains a word. One or two letters match only at the start of a word. The trigram index needs three
 * characters, and two of them may be the space before a word.
 */
function containsWord(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  const escaped = escapeLike(word)
  const patterns = /^[\p{L}\p{N}]{1,2}$/u.test(word) ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`]
  const conditions = patterns.map((pattern) => sql`${text} like ${pattern}`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A text as a pattern that matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
