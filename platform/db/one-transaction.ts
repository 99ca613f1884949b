import { Kysely, PostgresDialect, PostgresDriver, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import type { DB } from '#platform/db/schema.ts'

/**
 * Runs work with many database transactions as a single one: all of it is committed, or nothing. The inner transactions
 * run one at a time, and if one fails, all fail. In an inner transaction, a query through the outer `db` waits forever.
 */
export async function inOneTransaction<Result>(
  pool: pg.Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const dialect = new NestedTransactionDialect(client)
    const result = await work(new Kysely<DB>({ dialect }))
    dialect.throwIfFailed()
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back uncommitted work and removes its named statements.
    client.release(true)
  }
}

class NestedTransactionDialect extends PostgresDialect {
  readonly #pool: PostgresPool
  #failed = false

  constructor(client: pg.PoolClient) {
    const pool = createSerialPool(client, () => this.throwIfFailed())
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): PostgresDriver {
    const driver = new PostgresDriver({ pool: this.#pool })
    return Object.assign(driver, {
      beginTransaction: async () => undefined,
      commitTransaction: async () => undefined,
      rollbackTransaction: async () => {
        this.#failed = true
      },
    })
  }

  throwIfFailed(): void {
    if (this.#failed) throw new Error('a part of the transaction has failed')
  }
}

function createSerialPool(client: pg.PoolClient, throwIfFailed: () => void): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  const names = new Map<string, string>()
  /** Named statements are parsed once, which pays off for many repeats. */
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `part ${names.size}`
    names.set(text, name)
    return client.query({ name, text, values })
  }
  return {
    options: {},
    async connect() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      throwIfFailed()
      return { query: query as unknown as PostgresPoolClient['query'], release: () => resolve() }
    },
    end: async () => undefined,
  }
}
