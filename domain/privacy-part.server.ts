import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Storage } from '#platform/storage/port.ts'

/**
 * What one room knows about a person. Each room speaks for its own tables and nobody else's; `domain/privacy` asks them all. A table
 * that names people belongs into the part of its room, or a test fails.
 */
export type PrivacyPart = {
  /** All of it, without secrets, under the names by which the person reads it. */
  collect(ctx: Context & { storage: Storage }, id: AccountId): Promise<Record<string, unknown>>
  /** Throws while the account must not go, such as with money left, and locks what must not change until it is gone. */
  refuseDeletion?(ctx: Context, id: AccountId): Promise<void>
  /** Takes away whatever names the person, in the database transaction of the deletion. Absent where nothing does, or where it stays. */
  forget?(ctx: Context, id: AccountId): Promise<void>
}
