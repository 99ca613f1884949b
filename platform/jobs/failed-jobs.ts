import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** Deletes jobs that failed permanently before this time. The queue keeps later ones with the reason. */
export async function deleteFailedJobs(db: Database, { before }: { before: Date }): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < ${before}))`.execute(db)
}
