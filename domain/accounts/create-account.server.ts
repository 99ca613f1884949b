import { type NewAccount, newAccount } from '#domain/accounts/contract.ts'
import { hashPassword } from '#domain/accounts/passwords.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Profile and password come into being together or not at all. */
export async function createAccount(ctx: Context, input: NewAccount): Promise<AccountId> {
  if (ctx.actor.kind !== 'system') throw new Refusal('not_allowed')
  const parsed = newAccount.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { email, fullName, password, role } = parsed.data
  const passwordHash = await hashPassword(password)
  const now = ctx.clock.now()

  return ctx.db.transaction().execute(async (tx) => {
    const profile = await tx
      .insertInto('profiles')
      .values({ email, full_name: fullName, role, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!profile) throw new Refusal('email_taken')
    await tx
      .insertInto('credentials')
      .values({ profile_id: profile.id, password_hash: passwordHash, changed_at: now })
      .execute()
    return profile.id as AccountId
  })
}
