import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { teamDuties } from '#domain/policy.ts'
import type { PayoutRule } from '#domain/withdrawals/rules.ts'
import { paise } from '#kernel/money.ts'

/**
 * The caller must check the permission. A person counts as a member from the first password until the membership ends,
 * so an open invitation does not count. A member without a second factor counts, because that member can set it up.
 */
export async function readPayoutRule({ db }: Context): Promise<PayoutRule> {
  const { rows } = await sql<{ limit_paise: number; members: number; payers: number }>`
    select (select second_person_above_paise from payout_settings) as limit_paise,
      count(*)::integer as members,
      (count(*) filter (where team_role = any (${teamDuties.payOut}::text[])))::integer as payers
    from profiles join credentials on credentials.profile_id = profiles.id
    where role = 'team' and account_state = 'active'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('count query returned no row')
  return { secondPersonAbovePaise: paise(row.limit_paise), memberCount: row.members, payerCount: row.payers }
}
