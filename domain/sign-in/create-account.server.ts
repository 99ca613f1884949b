import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type NewAccount, newAccount } from '#domain/sign-in/contract.ts'
import { checkNewPassword } from '#domain/sign-in/new-password.server.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'

/** Creates profile, password and role record in one transaction. Used by the demo and the command line. */
export async function createAccount(ctx: Context, input: NewAccount): Promise<AccountId> {
  allow(ctx.actor, 'system')
  const { email, fullName, password, role, teamRole } = parse(newAccount, input)
  if (role === 'team' && password !== undefined) checkNewPassword(password, { role, fullName, email })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const now = ctx.clock.now()
  return inTransaction(ctx, async ({ db }) =>
    insertAccount(db, { email, fullName, role, teamRole, passwordHash, emailConfirmedAt: now }, now),
  )
}
