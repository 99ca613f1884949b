import { Logger, runMigrations } from 'graphile-worker'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectJobs } from '#platform/jobs/connect.ts'

const installLock = 5_164_844

/** Brings the queue's own tables up to date. Several processes may start at once: one does it, the others wait. */
export async function installJobs(url: string): Promise<void> {
  const pool = connectJobs(url, { max: 2, onError: () => undefined })
  try {
    const lock = await pool.connect()
    try {
      await lock.query('select pg_advisory_lock($1)', [installLock])
      await runMigrations({
        pgPool: pool,
        schema: 'graphile_worker',
        logger: new Logger(() => () => undefined),
      })
    } finally {
      // Closing the connection gives the lock back whatever happened.
      lock.release(true)
    }
  } catch (cause) {
    throw new CannotStart(
      `The job queue could not be brought up to date: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  } finally {
    await pool.end()
  }
}
