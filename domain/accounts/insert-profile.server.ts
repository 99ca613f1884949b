import type { Kysely } from 'kysely'
import { termsVersion } from '#domain/accounts/contract.ts'
import type { Role } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { DB } from '#platform/db/schema.ts'

type NewProfile = { email: string; fullName: string; role: Role; phone?: string }

/** The row that every account begins with. Of two who want one address at once, the second is refused. */
export async function insertProfile(
  tx: Kysely<DB>,
  { email, fullName, role, phone }: NewProfile,
  now: Date,
): Promise<AccountId> {
  const profile = await tx
    .insertInto('profiles')
    .values({ email, full_name: fullName, role, phone_number: phone, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!profile) throw new Refusal('email_taken')
  return profile.id as AccountId
}

/** An account that can be used at once: profile, password, acceptance of the terms and the record of the role. */
export async function insertAccount(
  tx: Kysely<DB>,
  { passwordHash, ...person }: NewProfile & { passwordHash: string | undefined },
  now: Date,
): Promise<AccountId> {
  const id = await insertProfile(tx, person, now)
  if (passwordHash !== undefined) {
    await tx
      .insertInto('credentials')
      .values({ profile_id: id, password_hash: passwordHash, changed_at: now })
      .execute()
  }
  await tx
    .insertInto('terms_acceptances')
    .values({ profile_id: id, version: termsVersion, accepted_at: now })
    .execute()
  if (person.role === 'expert') {
    await tx.insertInto('experts').values({ user_id: id, member_since: now, updated_at: now }).execute()
  } else if (person.role !== 'team') {
    await tx
      .insertInto('student_details')
      .values({ profile_id: id, user_since: now, updated_at: now })
      .execute()
  }
  return id
}
