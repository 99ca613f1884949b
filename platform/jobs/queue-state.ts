import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** How much waits in the queue and for how long the oldest does, what nobody will try again, and the mails among that. */
export async function readQueueState(db: Database): Promise<{
  waiting: number
  oldestMs: number
  failed: number
  mailsFailed: number
}> {
  const { rows } = await sql<Awaited<ReturnType<typeof readQueueState>>>`
    select
      count(*) filter (where due)::integer as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where due)) * 1000, 0)::float as "oldestMs",
      count(*) filter (where failed)::integer as failed,
      count(*) filter (where failed and identifier like 'send\\_%')::integer as "mailsFailed"
    from (
      select j.run_at, t.identifier, j.attempts < j.max_attempts and j.run_at <= now() and j.locked_at is null as due,
        j.attempts >= j.max_attempts and j.locked_at is null as failed
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    ) each_job`.execute(db)
  return rows[0] ?? { waiting: 0, oldestMs: 0, failed: 0, mailsFailed: 0 }
}
