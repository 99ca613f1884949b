import { Refusal } from '#kernel/refusals.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Keeps an account from being deleted until the end of the database transaction. What is written for one that has gone would
 * outlive it.
 */
export async function preventDeletion(tx: Database, id: AccountId): Promise<void> {
  const person = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person) throw new Refusal('no_such_person')
}
