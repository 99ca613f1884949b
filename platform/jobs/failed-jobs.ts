import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

export type FailedJob = { id: string; name: string; attempts: number; error: string; at: Date }

/** The jobs that nobody will try again, the latest first: the queue keeps them with the reason. */
export async function listFailedJobs(db: Database, limit = 100): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as name, attempts::int, coalesce(last_error, '') as error, updated_at as at
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    order by updated_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export async function forgetFailedJobs(db: Database, { before }: { before: Date }): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db)
}
