import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { type Clock, systemClock } from '#kernel/time.ts'
import { connectDatabase, type Database, type DatabaseConnection } from '#platform/db/database.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'

/** The sealer of all tests that are not about keys. */
export const testSealer = createSealer([{ id: 'test', bytes: Buffer.alloc(32, 1) }])

/** Creates a migrated database for the calling test file, copied from the template. */
export function useDatabase() {
  let own: { url: string; ownerUrl: string; connection: DatabaseConnection } | undefined
  const get = () => {
    if (!own) throw new Error('the database is available only inside tests')
    return own
  }
  beforeAll(async () => {
    const ownerUrl = await createDatabase({ empty: false })
    const url = appRoleUrl(ownerUrl)
    own = { url, ownerUrl, connection: connectDatabase(url, () => undefined, 5) }
  })
  afterAll(async () => {
    await own?.connection.close()
  })
  return {
    /** URL with the product’s role. */
    url: () => get().url,
    /** URL with the owner’s role, which has more privileges. */
    ownerUrl: () => get().ownerUrl,
    db: () => get().connection.db,
    pool: () => get().connection.pool,
    as: (actor: Actor, clock: Clock = systemClock): Context => ({
      db: get().connection.db,
      clock,
      actor,
      sealer: testSealer,
      publish: () => undefined,
    }),
  }
}

/** Creates a database and returns its URL with the owner’s role. */
export async function createDatabase({ empty }: { empty: boolean }): Promise<string> {
  const { superuserUrl, ownerUrl } = inject('postgres')
  const template = new URL(ownerUrl).pathname.slice(1)
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  await superuser.query(
    `create database ${name} owner samjhao template ${empty ? 'template0' : template} strategy file_copy`,
  )
  await superuser.end()
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Starts all actions at the same moment: each waits for this table until all have begun. At most three, because each
 * needs a connection.
 */
export async function runAtOnce<Result>(
  db: Database,
  table: string,
  actions: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const running = await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const results = Promise.allSettled(actions.map((act) => act()))
    await waitUntilBlocked(db, actions.length)
    return { results }
  })
  return running.results
}

/** Waits until so many connections to this database are blocked by a lock. */
export async function waitUntilBlocked(db: Database, count = 1): Promise<void> {
  const countBlocked = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await expect.poll(countBlocked).toBe(count)
}

/** Returns the URL of the same database with the product’s role. */
export function appRoleUrl(ownerUrl: string): string {
  const url = new URL(inject('postgres').url)
  url.pathname = new URL(ownerUrl).pathname
  return url.href
}
