import type { Actor } from '#domain/policy.ts'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'

/** What every verb and query is handed; nothing reaches them in another way. */
export type Context = {
  db: Database
  clock: Clock
  actor: Actor
  /** Tells open screens, on every node, after the database transaction has been committed. */
  publish: Publish
}

export type Publish = (topic: string, message: object) => void
