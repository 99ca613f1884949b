import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

const migrationLock = 5_164_843
const connectTimeoutMs = 5_000

type Applied = { name: string; sha256: string; serves: string | null }

/** The first line of a migration names the oldest version that still works with it. */
export const servesLine = /^-- serves: (\d{4})\n/

/**
 * A migration that waits for a table makes all later statements on this table wait behind it. So it waits only shortly,
 * and tries again after a pause in which the others continue.
 */
const lockPatience = { waitMs: 3_000, pauseMs: 3_000, tries: 20 }
type LockPatience = typeof lockPatience
/** PostgreSQL's error code for `lock_timeout`. */
const lockNotAvailable = '55P03'

/**
 * Applies the SQL files that are not applied yet, in order, each in its own database transaction. Several
 * processes may start at the same time: one migrates under an advisory lock, the others wait. A database migrated by a
 * newer version is accepted if its migrations still work with this version.
 */
export async function migrate(url: string, folder: string, patience = lockPatience): Promise<string[]> {
  const client = await connectOrExplain(url)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
    await client.query('alter table migrations add column if not exists serves text')
    const { rows } = await client.query<Applied>('select name, sha256, serves from migrations')
    const migrations = await readMigrations(folder)
    const problem = findMismatch(rows, migrations)
    if (problem) throw new CannotStart(problem)
    const done: string[] = []
    for (const migration of listPending(rows, migrations)) {
      await applyOne(client, migration, patience)
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Compares the database with the SQL files, and changes nothing. */
export async function readMigrationState(
  client: Pick<pg.ClientBase, 'query'>,
  folder: string,
): Promise<{ appliedCount: number; pending: string[]; problem: string | null }> {
  const migrations = await readMigrations(folder)
  const found = await client.query<{ found: boolean }>(`select to_regclass('migrations') is not null found`)
  const { rows } = found.rows[0]?.found
    ? await client.query<Applied>('select name, sha256, serves from migrations')
    : { rows: [] }
  return {
    appliedCount: rows.length,
    pending: listPending(rows, migrations).map(({ name }) => name),
    problem: findMismatch(rows, migrations),
  }
}

type Migration = { name: string; sql: string; sha256: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function listPending(applied: Applied[], migrations: Migration[]): Migration[] {
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** The reason why this version cannot use the database, or null. */
function findMismatch(applied: Applied[], migrations: Migration[]): string | null {
  const own = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const ownLevel = migrations.at(-1)?.name.slice(0, 4) ?? ''
  const breaking = applied.find(({ name, serves }) => !own.has(name) && !(serves && serves <= ownLevel))
  if (breaking) {
    return `The database has been migrated by a newer Samjhao, and ${breaking.name} no longer works with this version (${ownLevel}): start the newer version instead.`
  }
  const changed = applied.find(({ name, sha256 }) => own.has(name) && own.get(name) !== sha256)
  return changed
    ? `The migration ${changed.name} was changed after this database applied it: write a new migration instead.`
    : null
}

async function applyOne(client: pg.Client, migration: Migration, { waitMs, pauseMs, tries }: LockPatience) {
  const { name } = migration
  for (let remaining = tries - 1; ; remaining -= 1) {
    try {
      return await applyInTransaction(client, migration, waitMs)
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      const isLocked = (cause as { code?: string }).code === lockNotAvailable
      if (!isLocked || remaining <= 0) {
        const reason = cause instanceof Error ? cause.message : cause
        throw new CannotStart(
          isLocked
            ? `The migration ${name} changed nothing, because other transactions use its tables (tried ${tries} times): wait until they end, or end them, and start again.`
            : `The migration ${name} failed and changed nothing: ${reason}`,
          { cause },
        )
      }
    }
    await setTimeout(pauseMs)
  }
}

async function applyInTransaction(client: pg.Client, { name, sql, sha256 }: Migration, waitMs: number): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${waitMs}`)
  await client.query(sql)
  const serves = servesLine.exec(sql)?.[1] ?? null
  await client.query('insert into migrations (name, sha256, serves) values ($1, $2, $3)', [name, sha256, serves])
  await client.query('commit')
}

async function connectOrExplain(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'samjhao migrate',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (cause) {
    const reason = cause instanceof AggregateError ? cause.errors[0] : cause
    throw new CannotStart(
      `The database at ${removePassword(url)} does not answer (${reason instanceof Error ? reason.message : reason}): check DATABASE_URL and that PostgreSQL is running.`,
      { cause },
    )
  }
}

function removePassword(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}
