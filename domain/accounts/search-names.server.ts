import { type RawBuilder, sql } from 'kysely'
import { containsWords, escapeLike } from '#domain/contains-words.server.ts'
import { type Role, roles } from '#domain/policy.ts'
import { foundCandidatesMax } from '#kernel/limits.ts'

/**
 * Selects the ids of accounts whose name or email address contains all words. Of very many matches it selects some,
 * but always those whose address or whole name is equal. Each part has an index, and ends after `foundCandidatesMax`.
 */
export function selectAccountsByName(words: string, who: 'everyone' | 'experts'): RawBuilder<unknown> {
  const text = words.toLowerCase()
  const ofRole = sql`role = any (${who === 'experts' ? expertRoles : roles}::account_role[])`
  // The partial index is used only if the query has its condition word for word.
  const condition = who === 'experts' ? sql`role = 'expert'` : sql`true`
  // Two letters occur in too many addresses, such as 'gm' in those of gmail.com. Then only the start of a name counts.
  const hasWords = words.split(/\s+/).some((word) => word.length > 2)
    ? containsWords(sql`lower(full_name || ' ' || email)`, words)
    : sql`false`
  return sql`
    select id from profiles where email = ${text} and ${ofRole}
    union (select id from profiles where ${ofRole} and lower(full_name) = ${text} limit ${foundCandidatesMax})
    union (select id from profiles where ${ofRole} and lower(full_name) like ${startOf(text)} limit ${foundCandidatesMax})
    union (select id from profiles where ${condition} and ${hasWords} limit ${foundCandidatesMax})`
}

const expertRoles: Role[] = ['expert']

/** How well the profile `person` matches, as an index of `searchMatches`. */
export function nameRank(text: string): RawBuilder<number> {
  const typed = text.toLowerCase()
  return sql<number>`
    case when person.email = ${typed} or lower(person.full_name) = ${typed} then 0
      when lower(person.full_name) like ${startOf(typed)} then 1 else 2 end`
}

function startOf(text: string): string {
  return `${escapeLike(text)}%`
}
