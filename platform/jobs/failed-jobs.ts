import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** The queue keeps what nobody will try again, with the reason, until this takes it away. */
export async function forgetFailedJobs(db: Database, { before }: { before: Date }): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db)
}
