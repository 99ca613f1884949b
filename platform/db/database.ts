import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#platform/db/schema.ts'

export type Database = Kysely<DB>

export type DatabaseConnection = { db: Database; pool: pg.Pool; close(): Promise<void> }

/** PostgreSQL's bigint is exact; a number that JavaScript cannot hold exactly is a bug, not a rounding. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the exact range: ${text}`)
  return value
})

export function connectDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  maxConnections = 20,
): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    application_name: 'samjhao',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onIdleError)
  // A connection that is lost in use fails the query that uses it; without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
