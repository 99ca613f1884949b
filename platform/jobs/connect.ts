import pg from 'pg'

/** The queue has its own connections, so that neither it nor the product can starve the other. */
export function connectJobs(url: string, { max, onError }: { max: number; onError: (error: Error) => void }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'samjhao jobs',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
  })
  // Without these listeners a lost connection would end the process. With them only its next use fails.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
