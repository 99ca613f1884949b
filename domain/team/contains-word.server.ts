import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a word stands in a text, anywhere in it. One or two letters only at the beginning of a word: the index knows nothing shorter than
 * three signs, two of which may be the space before a word.
 */
export function containsWord(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  const safe = word.replace(/[\\%_]/g, '\\$&')
  const patterns = /^[\p{L}\p{N}]{1,2}$/u.test(word) ? [`${safe}%`, `% ${safe}%`] : [`%${safe}%`]
  const ways = patterns.map((pattern) => sql`${text} like ${pattern}`)
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}
