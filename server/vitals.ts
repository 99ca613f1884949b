import { sql } from 'kysely'
import type { Logger } from 'pino'
import { countNodes } from '#domain/experts/reachability.server.ts'
import { mailJobs } from '#domain/mails/contract.ts'
import type { Vitals } from '#domain/team/contract.ts'
import { withTimeout } from '#kernel/with-timeout.ts'
import { overviewPartTimeoutMs } from '#kernel/limits.ts'
import type { Database } from '#platform/db/database.ts'
import { readQueueState } from '#platform/jobs/queue-state.ts'
import type { Metrics } from '#server/metrics.ts'

type VitalsDependencies = {
  db: Database
  metrics: Pick<Metrics, 'readRecentAnswers'>
  log: Pick<Logger, 'error'>
  openSockets(): number
  countMeteredCalls(): number
}

/** Reads the health of this process and its database, for the team. */
export function createVitals({
  db,
  metrics,
  log,
  openSockets,
  countMeteredCalls,
}: VitalsDependencies): () => Promise<Vitals> {
  const timeout = {
    ms: overviewPartTimeoutMs,
    onFailure: (err: unknown) => log.error({ err }, 'reading the vitals failed'),
  }
  return async () => {
    const [databaseMs, processes, queue] = await Promise.all([
      withTimeout(ping(db), timeout),
      withTimeout(countNodes(db), timeout),
      withTimeout(readQueueState(db, { mailJobs }), timeout),
    ])
    return {
      sockets: openSockets(),
      calls: countMeteredCalls(),
      answers: metrics.readRecentAnswers(),
      processes,
      databaseMs,
      queue,
    }
  }
}

async function ping(db: Database): Promise<number> {
  const startedAtMs = performance.now()
  await sql`select 1`.execute(db)
  return Math.round((performance.now() - startedAtMs) * 10) / 10
}
