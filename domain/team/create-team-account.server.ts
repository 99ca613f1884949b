import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notifyAdministrators } from '#domain/notifications/notify-administrators.server.ts'
import { allow, type TeamRole } from '#domain/policy.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { newTeamAccount, type NewTeamAccount } from '#domain/team/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'

/**
 * Creates a team account for the command line and returns the token of the link that sets its password. Without a
 * requested role, the first account becomes an administrator, and later accounts become support.
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

/** Runs inside the transaction of the caller, which must check the permission. */
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
  await notifyAdministrators(ctx, { change: 'invited', teamRole })
  await writeAudit(ctx, {
    act: 'team account created',
    on: { thing: 'person', id },
    about: id,
    after: { role: teamRole },
  })
  return { id, teamRole }
}
