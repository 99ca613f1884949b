import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

export async function hasPasskey(db: Database, id: AccountId): Promise<boolean> {
  const passkey = await db.selectFrom('passkeys').select('id').where('profile_id', '=', id).executeTakeFirst()
  return passkey !== undefined
}

/**
 * Returns whether to offer passkeys after this sign-in, and records the offer: once per account, and never if the
 * account has a passkey.
 */
export async function takePasskeyOffer({ db, clock }: Context, id: AccountId): Promise<boolean> {
  if (await hasPasskey(db, id)) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey_offers')
    .values({ profile_id: id, shown_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
