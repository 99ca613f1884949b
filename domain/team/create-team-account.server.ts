import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { personName } from '#kernel/free-text.ts'
import { parse } from '#kernel/parse.ts'

const newTeamAccount = z.object({ email, fullName: personName })

/** For the command line: creates a team account and returns the token of the link that sets its password. */
export async function createTeamAccount(
  ctx: Context,
  input: z.input<typeof newTeamAccount>,
): Promise<{ token: string }> {
  allow(ctx.actor, 'system')
  const parsed = parse(newTeamAccount, input)
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const id = await insertProfile(txCtx.db, { ...parsed, role: 'team' }, now)
    await writeAudit(txCtx, { act: 'team account created', about: id })
    const { token } = await createPasswordLink(txCtx, { profileId: id, purpose: 'first_password' })
    return { token }
  })
}
