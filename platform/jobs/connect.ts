import pg from 'pg'

/** Connections of the queue's own, so that a busy product cannot starve it, nor the other way round. */
export function connectJobs(
  url: string,
  { max, onError }: { max: number; onError: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'samjhao jobs',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
  })
  // A lost connection is noticed by whoever uses it next; without these listeners it would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
