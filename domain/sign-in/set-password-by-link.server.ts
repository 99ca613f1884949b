import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { confirmCurrentEmail } from '#domain/accounts/profile-rows.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notifyPasswordChanged } from '#domain/sign-in/change-password.server.ts'
import { isCommonPassword } from '#domain/sign-in/common-passwords.ts'
import { password } from '#domain/sign-in/contract.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns whether the link still works, without using it up. */
export async function isLinkValid(ctx: Context, token: string): Promise<boolean> {
  const link = await ctx.db
    .selectFrom('one_time_links')
    .select('purpose')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return link !== undefined
}

/**
 * Uses up the link and sets the password in one transaction, then ends every sign-in. Of two concurrent attempts, one
 * succeeds.
 */
export async function setPasswordByLink(ctx: Context, input: { token: string; next: string }): Promise<void> {
  const next = parse(password, input.next, 'weak_password')
  if (isCommonPassword(next)) throw new Refusal('weak_password')
  if (!(await isLinkValid(ctx, input.token))) throw new Refusal('link_not_valid')
  const passwordHash = await hashPassword(next)
  const now = ctx.clock.now()
  const id = await inTransaction(ctx, async (txCtx) => {
    const link = await txCtx.db
      .updateTable('one_time_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(input.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['profile_id', 'purpose'])
      .executeTakeFirst()
    if (!link) throw new Refusal('link_not_valid')
    await txCtx.db
      .insertInto('credentials')
      .values({ profile_id: link.profile_id, password_hash: passwordHash, changed_at: now })
      .onConflict((conflict) =>
        conflict.column('profile_id').doUpdateSet({ password_hash: passwordHash, changed_at: now }),
      )
      .execute()
    await txCtx.db
      .deleteFrom('one_time_links')
      .where('profile_id', '=', link.profile_id)
      .where('used_at', 'is', null)
      .execute()
    // The link came by mail, and a change of the address deletes it, so it also proves the address.
    await confirmCurrentEmail(txCtx.db, link.profile_id, now)
    if (link.purpose === 'reset_password') await notifyPasswordChanged(txCtx, link.profile_id)
    return link.profile_id
  })
  await endAllSignIns(ctx, id)
}
