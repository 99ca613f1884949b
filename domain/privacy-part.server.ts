import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Storage } from '#platform/storage/port.ts'

/**
 * The personal data in the tables of one room. `domain/privacy` calls the parts of all rooms, and a test fails when a
 * table with personal data is not covered.
 */
export type PrivacyPart = {
  /** Returns all data of the person, without secrets. */
  collect(ctx: Context & { storage: Storage }, id: AccountId): Promise<Record<string, unknown>>
  /**
   * Throws while the account must not be deleted, for example because it has money. Locks rows that must not change
   * before the deletion.
   */
  refuseDeletion?(ctx: Context, id: AccountId): Promise<void>
  /** Removes all data that names the person, in the transaction of the deletion. Absent if there is no such data. */
  forget?(ctx: Context, id: AccountId): Promise<void>
}
