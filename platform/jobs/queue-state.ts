import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { JobName } from '#platform/jobs/port.ts'

/** Counts due jobs, permanently failed jobs, and permanently failed mail jobs. Reads the age of the oldest due job. */
export async function readQueueState(
  db: Database,
  { mailJobs }: { mailJobs: readonly JobName[] },
): Promise<{ waiting: number; oldestMs: number; failed: number; mailsFailed: number }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readQueueState>>>`
    select
      count(*) filter (where due)::integer as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where due)) * 1000, 0)::float as "oldestMs",
      count(*) filter (where failed)::integer as failed,
      count(*) filter (where failed and task_identifier = any (${mailJobs}::text[]))::integer as "mailsFailed"
    from (
      select run_at, task_identifier, attempts < max_attempts and run_at <= now() and locked_at is null as due,
        attempts >= max_attempts and locked_at is null as failed
      from graphile_worker.jobs
    ) each_job`.execute(db)
  return rows[0] ?? { waiting: 0, oldestMs: 0, failed: 0, mailsFailed: 0 }
}
