import { z } from 'zod'
import { email, fullName } from '#domain/accounts/contract.ts'
import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { parse } from '#kernel/parse.ts'

const newTeamAccount = z.object({ email, fullName })

/**
 * For the command line of the operator: creates the first team account. Returns the token of a link to set the
 * password.
 */
export async function createTeamAccount(
  ctx: Context,
  input: z.input<typeof newTeamAccount>,
): Promise<{ token: string }> {
  allow(ctx.actor, 'system')
  const parsed = parse(newTeamAccount, input)
  const now = ctx.clock.now()
  return inTransaction(ctx, async (own) => {
    const id = await insertProfile(own.db, { ...parsed, role: 'team' }, now)
    await writeAudit(own, { act: 'team account created', about: id })
    const { token } = await createPasswordLink(own, { profileId: id, purpose: 'first_password' })
    return { token }
  })
}
