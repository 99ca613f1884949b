import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { renewAndFreeSql } from '#platform/jobs/private-tables.ts'

const renewEveryMs = 10_000
const leaseSeconds = 60

/**
 * A process that is killed leaves its jobs locked, and graphile-worker frees them after four hours. Here every runner renews
 * the locks of its running jobs, so that one which nobody has renewed for a minute belongs to nobody and is freed.
 */
export function holdLeases(pool: Pool, owner: string, log: Logger): { stop(): void } {
  let stopped = false
  const renew = async () => {
    try {
      const { rows } = await pool.query(renewAndFreeSql, [owner, leaseSeconds])
      if (rows[0].freed > 0) log.warn({ jobs: rows[0].freed }, 'jobs of a process that died are free again')
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'the locks of running jobs could not be renewed')
    }
  }
  const timer = setInterval(renew, renewEveryMs)
  void renew()
  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}
