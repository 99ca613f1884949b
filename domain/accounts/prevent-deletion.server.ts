import { Refusal } from '#kernel/refusals.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Prevents the deletion of an account until the end of the transaction. Otherwise rows written now could outlive a
 * deleted account.
 */
export async function preventDeletion(tx: Database, id: AccountId): Promise<void> {
  const person = await selectUndeleted(tx, id).forKeyShare().executeTakeFirst()
  if (!person) throw new Refusal('no_such_person')
}

/**
 * Like `preventDeletion`, and waits for other transactions that called this function for the same person. So a limit on
 * the number of rows holds when several requests arrive at the same time. Inserts that only reference the person do not
 * wait.
 */
export async function lockForCounting(tx: Database, id: AccountId): Promise<void> {
  const person = await selectUndeleted(tx, id).forNoKeyUpdate().executeTakeFirst()
  if (!person) throw new Refusal('no_such_person')
}

function selectUndeleted(tx: Database, id: AccountId) {
  return tx.selectFrom('profiles').select('id').where('id', '=', id).where('deleted_at', 'is', null)
}
