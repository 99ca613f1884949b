import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'

/** Who asks. The system is the product itself: its jobs, its seeds, its commands. */
export type Actor = { kind: 'system' } | { kind: 'visitor' }

/** What every verb and query is handed; nothing reaches them in another way. */
export type Context = { db: Database; clock: Clock; actor: Actor }
