import { renewSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { refreshBrowser } from '#domain/sign-in/known-browser.server.ts'

const renewedAfterMs = 3_600_000

type FoundSignIn = {
  person: Person
  renewed: boolean
  /** Experts whose account the team has created have not accepted the terms before their first sign-in. */
  termsMissing: boolean
}

/** Where a request comes from: the network address, and the token of the browser, empty if it has none. */
export type RequestOrigin = { address: string; browser: string }

/**
 * Returns the owner of a token, and whether its thirty days were renewed. If so, the cookie must be renewed, too. The
 * origin is then stored, because a sign-in may last for months after the login and change its network. Team
 * sign-ins are never renewed. A node of an older version may sign a team member in without the passkey. That sign-in is
 * not accepted here, so the member logs in again.
 */
export async function findSignIn(
  ctx: Pick<Context, 'db' | 'clock'> & { secondFactorRequired?: boolean },
  token: string,
  { address, browser }: RequestOrigin = { address: '', browser: '' },
): Promise<FoundSignIn | null> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('sign_ins')
    .innerJoin('profiles', 'profiles.id', 'sign_ins.profile_id')
    .leftJoin('experts', 'experts.user_id', 'profiles.id')
    .leftJoin('second_factors', 'second_factors.profile_id', 'profiles.id')
    .select(({ exists, selectFrom }) => [
      'sign_ins.id as sign_in_id',
      'sign_ins.last_used_at',
      'sign_ins.second_factor_at',
      'profiles.id',
      'profiles.role',
      'profiles.team_role',
      'experts.approval',
      'second_factors.confirmed_at',
      exists(
        selectFrom('terms_acceptances').select('version').whereRef('terms_acceptances.profile_id', '=', 'profiles.id'),
      ).as('has_accepted_terms'),
      exists(selectFrom('passkeys').select('id').whereRef('passkeys.profile_id', '=', 'profiles.id')).as('has_passkey'),
    ])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('profiles.account_state', '=', 'active')
    .executeTakeFirst()
  if (!row) return null
  const isWithoutPasskey = row.has_passkey && row.confirmed_at === null && row.second_factor_at === null
  if (row.role === 'team' && isWithoutPasskey) return null
  const renewed = row.role !== 'team' && now.getTime() - row.last_used_at.getTime() > renewedAfterMs
  if (renewed) {
    await renewSignIn(ctx, { id: row.sign_in_id, address })
    await refreshBrowser(ctx, { accountId: row.id, browser, address })
  }
  const person: Person = {
    kind: 'person',
    id: row.id,
    role: row.role,
    approval: row.role === 'expert' ? (row.approval ?? 'pending') : null,
    signInId: row.sign_in_id,
    teamRole: row.team_role,
    secondFactorMissing:
      row.role === 'team' && ctx.secondFactorRequired === true && row.confirmed_at === null && !row.has_passkey,
  }
  return { person, renewed, termsMissing: row.role === 'expert' && !row.has_accepted_terms }
}
