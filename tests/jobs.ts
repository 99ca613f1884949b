import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** Lists the queued jobs about this person, oldest first. */
export async function jobsAbout(db: Database, profileId: string) {
  const { rows } = await sql<{ name: string; payload: Record<string, unknown> }>`
    select tasks.identifier as name, jobs.payload
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.payload->>'profileId' = ${profileId} order by jobs.id`.execute(db)
  return rows
}

/** Lists jobs that will not be retried, latest first. */
export async function listFailedJobs(db: Database) {
  type FailedJob = { id: string; name: string; attempts: number; error: string; at: Date }
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as name, attempts::int, coalesce(last_error, '') as error, updated_at as at
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    order by updated_at desc, id desc`.execute(db)
  return rows
}
