import type { Kysely } from 'kysely'
import { throwTakenEmail } from '#domain/accounts/profile-rows.server.ts'
import type { Role, TeamRole } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { termsVersion } from '#kernel/legal-texts.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { DB } from '#platform/db/schema.ts'

export type NewProfile = {
  email: string
  fullName: string
  role: Role
  /** For the team. If undefined, the first account becomes administrator and others support. */
  teamRole?: TeamRole | undefined
  phone?: string
  /** If undefined, the person must confirm the email address with a link. */
  emailConfirmedAt?: Date
}

/**
 * Inserts the profile row of an account. Of two concurrent requests for one email address, the second is refused. The
 * trigger `profiles_reserved_email` refuses an email address that its former owner can still take back.
 */
export async function insertProfile(
  tx: Kysely<DB>,
  { email, fullName, role, teamRole, phone, emailConfirmedAt }: NewProfile,
  now: Date,
): Promise<AccountId> {
  const profile = await tx
    .insertInto('profiles')
    .values({
      email,
      email_confirmed_at: emailConfirmedAt,
      full_name: fullName,
      role,
      team_role: teamRole,
      phone_number: phone,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch(throwTakenEmail)
  if (!profile) throw new Refusal('email_taken')
  return profile.id
}

export async function insertStudent(tx: Kysely<DB>, id: AccountId, now: Date): Promise<void> {
  await tx.insertInto('student_details').values({ profile_id: id, user_since: now, updated_at: now }).execute()
}

export async function acceptTerms(tx: Kysely<DB>, id: AccountId, now: Date): Promise<void> {
  await tx
    .insertInto('terms_acceptances')
    .values({ profile_id: id, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.columns(['profile_id', 'version']).doNothing())
    .execute()
}
