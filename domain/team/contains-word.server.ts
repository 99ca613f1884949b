import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a text contains a word. One or two letters match only at the start of a word: the trigram index needs three
 * characters, two of which may be the space before a word.
 */
export function containsWord(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  const safe = word.replace(/[\\%_]/g, '\\$&')
  const patterns = /^[\p{L}\p{N}]{1,2}$/u.test(word) ? [`${safe}%`, `% ${safe}%`] : [`%${safe}%`]
  const ways = patterns.map((pattern) => sql`${text} like ${pattern}`)
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}
