import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type NewMember, newMember } from '#domain/team/contract.ts'
import { insertMember } from '#domain/team/create-team-account.server.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** An administrator invites a colleague, who chooses the password with a one-time link in a mail. */
export async function inviteTeamMember(ctx: Context, input: NewMember): Promise<void> {
  allow(ctx.actor, 'manageTeam')
  const parsed = parse(newMember, input)
  await requireRecentPassword(ctx)
  await inTransaction(ctx, async (txCtx) => {
    const { id } = await insertMember(txCtx, parsed)
    await enqueue(txCtx.db, 'send_password_link', { profileId: id, purpose: 'first_password' })
  })
}
