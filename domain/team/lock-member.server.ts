import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { isPerson, type TeamRole } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

type LockedMember = { id: AccountId; teamRole: TeamRole; state: string; isLastAdministrator: boolean }

/**
 * Runs a change of one member after a recent password check. Locks all administrators first, in one order. When two
 * administrators demote each other at the same moment, the second is no longer an administrator and is refused.
 */
export async function changeMember(
  ctx: Context,
  id: AccountId,
  change: (txCtx: Context, member: LockedMember) => Promise<void>,
): Promise<void> {
  if (isPerson(ctx.actor) && ctx.actor.id === id) throw new Refusal('own_team_role')
  await requireRecentPassword(ctx)
  await inTransaction(ctx, async (txCtx) => {
    const administrators = await lockAdministrators(txCtx)
    const { actor } = ctx
    if (isPerson(actor) && !administrators.includes(actor.id)) throw new Refusal('other_team_role')
    const member = await txCtx.db
      .selectFrom('profiles')
      .select(['team_role', 'account_state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!member?.team_role || member.account_state === 'deleted') throw new Refusal('no_such_member')
    await change(txCtx, {
      id,
      teamRole: member.team_role,
      state: member.account_state,
      isLastAdministrator: administrators.length === 1 && administrators[0] === id,
    })
  })
}

/** Leaves out invited administrators, who have no password yet and cannot act. */
async function lockAdministrators({ db }: Context): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('credentials', 'credentials.profile_id', 'profiles.id')
    .select('profiles.id')
    .where('team_role', '=', 'administrator')
    .where('account_state', '=', 'active')
    .orderBy('profiles.id')
    .forUpdate('profiles')
    .execute()
  return rows.map(({ id }) => id)
}
