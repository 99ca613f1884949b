import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { renewAndFreeSql } from '#platform/jobs/private-tables.ts'

const renewEveryMs = 10_000
const leaseSeconds = 60

/**
 * A killed process leaves its jobs locked, and graphile-worker frees them only after four hours. Here every runner
 * renews the locks of its running jobs; a lock that was not renewed for a minute is freed.
 */
export function holdLeases(pool: Pool, owner: string, log: Logger): { stop(): void } {
  let isStopped = false
  const renew = async () => {
    try {
      const { rows } = await pool.query(renewAndFreeSql, [owner, leaseSeconds])
      if (rows[0].freed > 0) log.warn({ jobs: rows[0].freed }, 'freed jobs of a dead process')
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'renewing the locks of running jobs failed')
    }
  }
  const timer = setInterval(renew, renewEveryMs)
  void renew()
  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
