import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/*
 * Access that graphile-worker's public interface does not offer. Only this file of the product names its private
 * tables; the test beside it fails when another version has other tables.
 */

/** Renews the locks of runner $1. Frees locks that were not renewed for $2 seconds and returns their number. */
export const renewAndFreeSql = `
  with renewed as (
    update graphile_worker._private_jobs set locked_at = now() where locked_by = $1
  ), freed as (
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by <> $1 and locked_at < now() - make_interval(secs => $2)
    returning id
  )
  select count(*)::int as freed from freed`

/** Makes the current attempt of a running job its last; the queue offers that only for jobs that are not running. */
export const endAttemptsSql = 'update graphile_worker._private_jobs set max_attempts = attempts where id = $1'

/** The public view has every column of a job except its payload. */
export async function findPayload(db: Database, { name, key }: { name: string; key: string }): Promise<unknown> {
  const { rows } = await sql<{ payload: unknown }>`
    select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.key = ${key} and tasks.identifier = ${name}`.execute(db)
  return rows[0]?.payload
}
