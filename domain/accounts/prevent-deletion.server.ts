import { Refusal } from '#kernel/refusals.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Prevents the deletion of an account until the end of the transaction. Otherwise rows written now could outlive a
 * deleted account.
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
