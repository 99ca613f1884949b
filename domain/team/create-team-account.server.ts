import { z } from 'zod'
import { email, fullName } from '#domain/accounts/contract.ts'
import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { newToken } from '#domain/accounts/tokens.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { firstPasswordLinkHours } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

const newTeamAccount = z.object({ email, fullName })

/** For the command line of whoever runs the server: the first of the team. Returns the token of a link to set the password. */
export async function createTeamAccount(
  ctx: Context,
  input: z.input<typeof newTeamAccount>,
): Promise<{ token: string }> {
  allow(ctx.actor, 'system')
  const parsed = newTeamAccount.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const now = ctx.clock.now()
  const { token, tokenHash } = newToken()
  await ctx.db.transaction().execute(async (tx) => {
    const id = await insertProfile(tx, { ...parsed.data, role: 'team' }, now)
    await tx
      .insertInto('one_time_links')
      .values({
        token_hash: tokenHash,
        profile_id: id,
        purpose: 'first_password',
        created_at: now,
        expires_at: new Date(now.getTime() + firstPasswordLinkHours * 3_600_000),
      })
      .execute()
    await writeAudit({ ...ctx, db: tx }, { act: 'team account created', about: id })
  })
  return { token }
}
