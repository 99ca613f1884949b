import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, type TeamRole } from '#domain/policy.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { newTeamAccount, type NewTeamAccount } from '#domain/team/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'

/**
 * For the command line: creates a team account and returns the token of the link that sets its password. Without a
 * role, the first account is an administrator, others are support.
 */
export async function createTeamAccount(
  ctx: Context,
  input: NewTeamAccount,
): Promise<{ token: string; teamRole: TeamRole }> {
  allow(ctx.actor, 'system')
  const parsed = parse(newTeamAccount, input)
  return inTransaction(ctx, async (txCtx) => {
    const { id, teamRole } = await insertMember(txCtx, parsed)
    const { token } = await createPasswordLink(txCtx, { profileId: id, purpose: 'first_password' })
    return { token, teamRole }
  })
}

/** Inside the transaction of the caller, which has checked the permission. */
export async function insertMember(
  ctx: Context,
  member: { email: string; fullName: string; teamRole?: TeamRole | undefined },
): Promise<{ id: AccountId; teamRole: TeamRole }> {
  const id = await insertProfile(ctx.db, { ...member, role: 'team' }, ctx.clock.now())
  const { team_role } = await ctx.db
    .selectFrom('profiles')
    .select('team_role')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const teamRole = team_role ?? 'support'
  await writeAudit(ctx, {
    act: 'team account created',
    on: { thing: 'person', id },
    about: id,
    after: { role: teamRole },
  })
  return { id, teamRole }
}
