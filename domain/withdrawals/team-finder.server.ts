import { sql } from 'kysely'
import { selectAccountsByName } from '#domain/accounts/search-names.server.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { FoundWithdrawal } from '#domain/withdrawals/contract.ts'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { foundPerKind } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Withdrawals by id, by the bank’s reference, or by the name or email address of the expert, latest first. */
export const withdrawalsFinder: TeamFinder<FoundWithdrawal> = {
  duties: ['payOut'],
  async find({ db }, { text, words, ids }) {
    const exact = [
      sql`(select id from withdrawals where bank_reference = ${text})`,
      ...(ids
        ? [sql`(select id from withdrawals where id between ${ids.first} and ${ids.last} limit ${foundPerKind})`]
        : []),
    ]
    const ofExperts = words === null ? [] : [selectLatestOf(words)]
    const { rows } = await sql<Row>`
      select withdrawals.id, amount_paise, status, withdrawals.created_at, full_name, bool_or(found.is_exact) as is_exact
      from (
        select id, true as is_exact from (${sql.join(exact, sql` union `)}) by_id
        ${sql.join(
          ofExperts.map((latest) => sql`union all select id, false from (${latest}) by_name`),
          sql` `,
        )}
      ) found
      join withdrawals on withdrawals.id = found.id
      join profiles on profiles.id = expert_id
      group by withdrawals.id, full_name
      order by bool_or(found.is_exact) desc, withdrawals.created_at desc, withdrawals.id
      limit ${foundPerKind}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      match: row.is_exact ? 'exact' : 'part',
      amount: paise(row.amount_paise),
      status: row.status,
      expertName: row.full_name,
      createdAt: row.created_at,
    }))
  },
}

/** The latest withdrawals of each matching expert. */
function selectLatestOf(words: string) {
  return sql`
    select latest.id from (${selectAccountsByName(words, 'experts')}) person
    cross join lateral (
      select id from withdrawals where expert_id = person.id order by created_at desc limit ${foundPerKind}) latest`
}

type Row = {
  id: WithdrawalId
  amount_paise: number
  status: WithdrawalStatus
  created_at: Date
  full_name: string
  is_exact: boolean
}
