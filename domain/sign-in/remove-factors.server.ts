import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/** Removes the passkeys, the second factors and the known browsers of an account. The password stays. */
export async function removeFactors(db: Database, id: AccountId): Promise<void> {
  await db.deleteFrom('passkeys').where('profile_id', '=', id).execute()
  await db.deleteFrom('second_factors').where('profile_id', '=', id).execute()
  await db.deleteFrom('recovery_codes').where('profile_id', '=', id).execute()
  await db.deleteFrom('known_browsers').where('profile_id', '=', id).execute()
}
