import type { Context } from '#domain/context.server.ts'
import type { TeamDuty } from '#domain/policy.ts'
import { findIdRange, type IdRange } from '#kernel/id-range.ts'
import { searchMaxLength, teamSearchMinLength } from '#kernel/limits.ts'

/** A text of the search over everything, read once for all finders. */
type TeamSearch = {
  text: string
  lowerCase: string
  /** Null when the text is too short to search for names. */
  words: string | null
  /** Null when the text is not the beginning of an id. */
  ids: IdRange | null
  /** Null when the text is not a number, such as 42 or #42. */
  number: number | null
}

/**
 * The search over the records of one room. `domain/team` calls the finders of all rooms, and only those for a duty of
 * the actor. A finder returns at most `foundPerKind` rows, the best first.
 */
export type TeamFinder<Row> = {
  /** One of these duties is enough. */
  duties: readonly TeamDuty[]
  find(ctx: Context, search: TeamSearch): Promise<Row[]>
}

/** Returns null when the text is too short for any search. */
export function readTeamSearch(typed: string): TeamSearch | null {
  const text = typed
    .replaceAll('\0', '')
    .trim()
    .slice(0, searchMaxLength)
    // As a receipt and a ticket show their numbers.
    .replace(/^(#|no\. )/i, '')
  const number = /^\d{1,15}$/.test(text) ? Number(text) : null
  const words = text.length >= teamSearchMinLength ? text : null
  return number === null && words === null
    ? null
    : { text, lowerCase: text.toLowerCase(), words, ids: findIdRange(text), number }
}
