import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import type { DB } from '#platform/db/schema.ts'

/**
 * Work that begins and ends database transactions of its own, as one: all of it is there afterwards, or nothing. Its transactions are
 * parts, one at a time; whoever asks the outer database inside of one waits forever.
 */
export async function inOneTransaction<Result>(
  pool: pg.Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin')
    const result = await work(new Kysely<DB>({ dialect: new PartsDialect(client) }))
    await client.query('commit')
    isWhole = true
    return result
  } finally {
    // A connection that is thrown away rolls back by itself.
    client.release(!isWhole)
  }
}

class PartsDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(client: pg.PoolClient) {
    const pool = oneAtATime(client)
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): PostgresDriver {
    return new PartsDriver({ pool: this.#pool })
  }
}

class PartsDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint part'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint part'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint part'))
  }
}

function oneAtATime(client: pg.PoolClient): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  return {
    options: {},
    async connect() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => resolve() }
    },
    end: async () => undefined,
  }
}
