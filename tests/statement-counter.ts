import type pg from 'pg'

/** Counts the statements of a pool from all callers. Call it before the pool’s first use. */
export function countStatements(pool: pg.Pool): () => number {
  let count = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query(...args: unknown[]) {
        count += 1
        return query(...args)
      },
    })
  })
  return () => count
}
