import type { Kysely } from 'kysely'
import { acceptTerms, insertProfile, insertStudent, type NewProfile } from '#domain/accounts/insert-profile.server.ts'
import { insertExpert } from '#domain/experts/ensure-expert.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { DB } from '#platform/db/schema.ts'

/** Creates a complete account: profile, password, acceptance of the terms and role record. */
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
  await acceptTerms(tx, id, now)
  if (person.role === 'expert') await insertExpert(tx, { accountId: id, now })
  else if (person.role !== 'team') await insertStudent(tx, id, now)
  return id
}
