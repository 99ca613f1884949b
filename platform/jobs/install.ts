import { Logger, runMigrations } from 'graphile-worker'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectJobs } from '#platform/jobs/connect.ts'

const installLock = 5_164_844

/** Migrates the queue's tables. Several processes may start at the same time: one migrates, the others wait. */
export async function installJobs(url: string): Promise<void> {
  const pool = connectJobs(url, { max: 2, onError: () => undefined })
  try {
    const lock = await pool.connect()
    try {
      await lock.query('select pg_advisory_lock($1)', [installLock])
      await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: new Logger(() => () => undefined) })
      await lock.query(grantAccessToApp)
    } finally {
      // Closing the connection releases the lock in every case.
      lock.release(true)
    }
  } catch (cause) {
    throw new CannotStart(`The job queue could not be migrated: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  } finally {
    await pool.end()
  }
}

/** The queue's tables allow only their owner (row-level security). The product has another role, so it gets a policy. */
const grantAccessToApp = `do $$
declare
  guarded record;
begin
  grant usage on schema graphile_worker to samjhao_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to samjhao_app;
  grant usage on all sequences in schema graphile_worker to samjhao_app;
  grant execute on all functions in schema graphile_worker to samjhao_app;
  for guarded in select relname from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'samjhao_app')
  loop
    execute format('create policy samjhao_app on graphile_worker.%I to samjhao_app using (true) with check (true)', guarded.relname);
  end loop;
end $$`
