import type { Actor } from '#domain/policy.ts'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import type { Sealer } from '#platform/sealing/port.ts'

/** The dependencies of every write and query function. These functions use nothing else. */
export type Context = {
  db: Database
  /** The database outside the current transaction. Caches use it as their key. */
  rootDb?: Database
  clock: Clock
  actor: Actor
  /** Encrypts values that must not be readable in the database. */
  sealer: Sealer
  /** Notifies open pages on every node after the transaction commits. */
  publish: Publish
  /** True while the demo creates its past: notifications are stored, but nothing is sent. */
  isPast?: boolean
}

export type Publish = (topic: string, message: object) => void
