import { isCommonPassword } from '#domain/accounts/common-passwords.ts'
import { type Registration, registration, termsVersion } from '#domain/accounts/contract.ts'
import { hashPassword } from '#domain/accounts/passwords.server.ts'
import { startSignIn, type StartedSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { countAttempt } from '#domain/accounts/throttle.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

const freeRegistrationsPerAddress = 20

/** Account, profile, student record, acceptance of the terms and the first sign-in come into being together or not at all. */
export async function registerStudent(
  ctx: Context,
  input: Registration & { userAgent: string },
): Promise<StartedSignIn> {
  const parsed = registration.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { email, fullName, password, accepted } = parsed.data
  if (!accepted) throw new Refusal('terms_not_accepted')
  if (isCommonPassword(password)) throw new Refusal('weak_password')
  const address = ctx.actor.kind === 'visitor' ? ctx.actor.address : ''
  const now = ctx.clock.now()
  const limit = { key: `registration ${address}`, freeTries: freeRegistrationsPerAddress }
  await countAttempt(ctx.db, [limit], now)
  const passwordHash = await hashPassword(password)

  return ctx.db.transaction().execute(async (tx) => {
    const profile = await tx
      .insertInto('profiles')
      .values({ email, full_name: fullName, role: 'student', created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!profile) throw new Refusal('email_taken')
    const id = profile.id as AccountId
    await tx
      .insertInto('credentials')
      .values({ profile_id: id, password_hash: passwordHash, changed_at: now })
      .execute()
    await tx
      .insertInto('student_details')
      .values({ profile_id: id, user_since: now, updated_at: now })
      .execute()
    await tx
      .insertInto('terms_acceptances')
      .values({ profile_id: id, version: termsVersion, accepted_at: now })
      .execute()
    return startSignIn(ctx, tx, { id, role: 'student' }, { address, userAgent: input.userAgent })
  })
}
