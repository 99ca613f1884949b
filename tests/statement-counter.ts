import type pg from 'pg'

/** How many statements a pool has sent so far, whoever asked for them. Begun before the pool is used for the first time. */
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
