import { type NewAccount, newAccount, termsVersion } from '#domain/accounts/contract.ts'
import { hashPassword } from '#domain/accounts/passwords.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** For the product itself: its seeds and its commands. Profile, password and the record of the role come together or not at all. */
export async function createAccount(ctx: Context, input: NewAccount): Promise<AccountId> {
  allow(ctx.actor, 'system')
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
    const id = profile.id
    await tx
      .insertInto('credentials')
      .values({ profile_id: id, password_hash: passwordHash, changed_at: now })
      .execute()
    await tx
      .insertInto('terms_acceptances')
      .values({ profile_id: id, version: termsVersion, accepted_at: now })
      .execute()
    if (role === 'expert') {
      await tx.insertInto('experts').values({ user_id: id, member_since: now, updated_at: now }).execute()
    } else if (role !== 'team') {
      await tx
        .insertInto('student_details')
        .values({ profile_id: id, user_since: now, updated_at: now })
        .execute()
    }
    return id as AccountId
  })
}
