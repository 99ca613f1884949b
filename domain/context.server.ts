import type { Actor } from '#domain/policy.ts'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import type { Sealer } from '#platform/sealing/port.ts'

/** What every verb and query is handed; nothing reaches them in another way. */
export type Context = {
  db: Database
  clock: Clock
  actor: Actor
  /** Keeps what nobody may read in the database. */
  sealer: Sealer
  /** Tells open screens, on every node, after the database transaction has been committed. */
  publish: Publish
  /** The demo's past is being lived: people are told, and nothing is sent to anybody. */
  isPast?: boolean
}

export type Publish = (topic: string, message: object) => void
