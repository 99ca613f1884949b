import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** The jobs in the queue that speak of this person, in the order in which they came. */
export async function jobsAbout(db: Database, profileId: string) {
  const { rows } = await sql<{ name: string; payload: Record<string, unknown> }>`
    select tasks.identifier as name, jobs.payload
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.payload->>'profileId' = ${profileId} order by jobs.id`.execute(db)
  return rows
}
