import { sql } from 'kysely'
import { nameRank, selectAccountsByName } from '#domain/accounts/search-names.server.ts'
import type { FoundExpert } from '#domain/experts/contract.ts'
import type { Approval } from '#domain/policy.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { foundPerKind } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { searchMatches } from '#kernel/search-match.ts'

/** Experts by name, email address, or the id of their public page or account. */
export const expertsFinder: TeamFinder<FoundExpert> = {
  duties: ['prepareExperts'],
  async find({ db }, { text, words, ids }) {
    const candidates = [
      ...(ids
        ? [
            sql`(select user_id as id from experts where id between ${ids.first} and ${ids.last} limit ${foundPerKind})`,
            sql`(select user_id as id from experts where user_id between ${ids.first} and ${ids.last} limit ${foundPerKind})`,
          ]
        : []),
      ...(words === null ? [] : [selectAccountsByName(words, 'experts')]),
    ]
    if (candidates.length === 0) return []
    const isById = ids
      ? sql`(experts.id between ${ids.first} and ${ids.last} or person.id between ${ids.first} and ${ids.last})`
      : sql`false`
    const { rows } = await sql<Row>`
      select experts.id, full_name, title, approval, email,
        case when ${isById} then 0 else ${nameRank(text)} end as rank
      from (${sql.join(candidates, sql` union `)}) found
      join profiles person on person.id = found.id
      join experts on experts.user_id = found.id
      order by rank, full_name, experts.id
      limit ${foundPerKind}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      match: searchMatches[row.rank],
      name: row.full_name,
      title: row.title,
      approval: row.approval,
      maskedEmail: maskEmail(row.email),
    }))
  },
}

type Row = {
  id: ExpertId
  full_name: string
  title: string | null
  approval: Approval
  email: string
  rank: 0 | 1 | 2
}
