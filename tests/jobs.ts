import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { JobName, Jobs } from '#platform/jobs/port.ts'

/** Lists the queued jobs with this name, oldest first. */
export async function listJobs<Name extends JobName>(db: Database, name: Name) {
  const { rows } = await sql<{ payload: Jobs[Name]; runAt: Date }>`
    select jobs.payload, jobs.run_at as "runAt"
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${name} order by jobs.id`.execute(db)
  return rows
}

/** Lists the queued jobs whose payload contains this part, such as `{ sessionId }`, oldest first. */
export async function listJobsWith(db: Database, payloadPart: Record<string, string>) {
  const { rows } = await sql<{ name: string; payload: Record<string, unknown>; runAt: Date }>`
    select tasks.identifier as name, jobs.payload, jobs.run_at as "runAt"
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.payload::jsonb @> ${JSON.stringify(payloadPart)}::jsonb order by jobs.id`.execute(db)
  return rows
}

/** Lists the queued jobs about this person, oldest first. */
export async function jobsAbout(db: Database, profileId: string) {
  return (await listJobsWith(db, { profileId })).map(({ name, payload }) => ({ name, payload }))
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

export async function deleteJobs(db: Database): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
}

/** Makes every queued job due, as if its time had come. */
export async function makeJobsDue(db: Database): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`.execute(db)
}
