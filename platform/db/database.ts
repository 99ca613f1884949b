import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#platform/db/schema.ts'

export type Database = Kysely<DB>

export type DatabaseConnection = {
  db: Database
  pool: pg.Pool
  /**
   * Runs `work` and adds one to `count.statements` for every statement sent through `db`, including `begin` and
   * `commit`.
   */
  countStatements<Result>(count: StatementCount, work: () => Result): Result
  /** Whether the database has reported a full disk. The readiness check resets it when it can write again. */
  hasFullDisk: { value: boolean }
  close(): Promise<void>
}

type StatementCount = { statements: number }

/** PostgreSQL's bigint is exact; a value that JavaScript cannot hold exactly is a bug and must not be rounded. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the exact range: ${text}`)
  return value
})

/** PostgreSQL's error code for a full disk. */
const diskFull = '53100'

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
    // A search that reads a limited number of matches must read the same ones for the next page.
    options: '-c synchronize_seqscans=off',
  })
  pool.on('error', onIdleError)
  // Without this listener a connection lost in use would end the process. With it only the query fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const counts = new AsyncLocalStorage<StatementCount>()
  const hasFullDisk = { value: false }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log(event) {
      if (event.level === 'error' && (event.error as { code?: string }).code === diskFull) hasFullDisk.value = true
      const count = counts.getStore()
      if (count) count.statements += 1
    },
  })
  return {
    db,
    pool,
    hasFullDisk,
    countStatements: (count, work) => counts.run(count, work),
    close: () => db.destroy(),
  }
}
