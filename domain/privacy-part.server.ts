import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Storage } from '#platform/storage/port.ts'

/**
 * The personal data that one domain folder stores. Each covers only its own tables; `domain/privacy` calls them all. A
 * test fails when a table that names people is missing.
 */
export type PrivacyPart = {
  /** All data of the person, without secrets, under names that the person understands. */
  collect(ctx: Context & { storage: Storage }, id: AccountId): Promise<Record<string, unknown>>
  /**
   * Throws while the account must not be deleted, such as with money left, and locks what must not change until then.
   */
  refuseDeletion?(ctx: Context, id: AccountId): Promise<void>
  /**
   * Removes what names the person, in the transaction of the deletion. Absent where nothing does, or where the data
   * stays.
   */
  forget?(ctx: Context, id: AccountId): Promise<void>
}
