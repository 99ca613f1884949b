import { sql } from 'kysely'
import { nameRank, selectAccountsByName } from '#domain/accounts/search-names.server.ts'
import type { AccountState, FoundPerson } from '#domain/people/contract.ts'
import { phoneDigits } from '#domain/people/rules.ts'
import type { Approval, Role } from '#domain/policy.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import { foundCandidatesMax, foundPerKind } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { searchMatches } from '#kernel/search-match.ts'

/** People by name, email address, phone number or account id. */
export const peopleFinder: TeamFinder<FoundPerson> = {
  duties: ['supportPeople'],
  async find({ db }, { text, words, ids }) {
    const digits = phoneDigits(text)
    const candidates = [
      ...(ids
        ? [sql`(select id from profiles where id between ${ids.first} and ${ids.last} limit ${foundPerKind})`]
        : []),
      ...(words === null ? [] : [selectAccountsByName(words, 'everyone')]),
      ...(digits === null ? [] : [selectByPhone(digits)]),
    ]
    if (candidates.length === 0) return []
    const isById = ids ? sql`person.id between ${ids.first} and ${ids.last}` : sql`false`
    const { rows } = await sql<Row>`
      select person.id, full_name, role, approval, account_state, email, experts.id as expert_id,
        case when ${isById} then 0 else ${nameRank(text)} end as rank
      from (${sql.join(candidates, sql` union `)}) found
      join profiles person on person.id = found.id
      left join experts on experts.user_id = person.id
      order by rank, full_name, person.id
      limit ${foundPerKind}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      match: searchMatches[row.rank],
      name: row.full_name,
      role: row.role,
      approval: row.approval,
      state: row.account_state,
      maskedEmail: maskEmail(row.email),
      expertId: row.expert_id,
    }))
  },
}

/** Matches any notation, with or without the country code. */
function selectByPhone(digits: string) {
  return sql`(
    select id from profiles where regexp_replace(phone_number, '\\D', '', 'g') like ${`%${digits}%`}
    limit ${foundCandidatesMax})`
}

type Row = {
  id: AccountId
  full_name: string
  role: Role
  approval: Approval | null
  account_state: AccountState
  email: string
  expert_id: ExpertId | null
  rank: 0 | 1 | 2
}
