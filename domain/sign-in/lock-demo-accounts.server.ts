import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { removeFactors } from '#domain/sign-in/remove-factors.server.ts'

/** All demo accounts are here. The domain is reserved for examples, so it has no real mailbox. */
export const demoEmailEnding = '@samjhao.example'

/**
 * Removes every way to sign in to a demo account. Their passwords are public and one of them is an administrator. A
 * database that was filled for this machine alone may later be served to others. Returns the number of accounts
 * that had a password.
 */
export async function lockDemoAccounts(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const open = await ctx.db
    .selectFrom('profiles')
    .innerJoin('credentials', 'credentials.profile_id', 'profiles.id')
    .select('profiles.id')
    .where('email', 'like', `%${demoEmailEnding}`)
    .execute()
  for (const { id } of open) {
    await inTransaction(ctx, async (txCtx) => {
      await txCtx.db.deleteFrom('credentials').where('profile_id', '=', id).execute()
      await removeFactors(txCtx.db, id)
      await endAllSignIns(txCtx, id)
    })
  }
  return open.length
}
