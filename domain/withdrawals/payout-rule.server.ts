import type { Context } from '#domain/context.server.ts'
import { teamDuties } from '#domain/policy.ts'
import type { PayoutRule } from '#domain/withdrawals/rules.ts'
import { paise } from '#kernel/money.ts'

/** The caller checks the permission. An invited person counts once a password is set: nobody acts without one. */
export async function readPayoutRule({ db }: Context): Promise<PayoutRule> {
  const row = await db
    .selectFrom('payout_settings')
    .select(({ selectFrom }) => [
      'second_person_above_paise',
      selectFrom('profiles')
        .innerJoin('credentials', 'credentials.profile_id', 'profiles.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('team_role', 'in', teamDuties.payOut)
        .where('account_state', '=', 'active')
        .as('payer_count'),
    ])
    .executeTakeFirstOrThrow()
  return { secondPersonAbovePaise: paise(row.second_person_above_paise), payerCount: Number(row.payer_count) }
}
