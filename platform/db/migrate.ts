import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

const migrationLock = 5_164_843
const connectTimeoutMs = 5_000

/**
 * Applies the SQL files that the database has not seen, in order, each in a database transaction of its own.
 * Several processes may start at once: one migrates under an advisory lock, the others wait and find it done.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = await connectOrSay(url)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
    const applied = new Map<string, string>(
      (await client.query('select name, sha256 from migrations')).rows.map((row) => [row.name, row.sha256]),
    )
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const unknown = [...applied.keys()].find((name) => !names.includes(name))
    if (unknown) {
      throw new CannotStart(
        `The database has been migrated by a newer Samjhao (${unknown} is not known here): start that version instead.`,
      )
    }
    const done: string[] = []
    for (const name of names) {
      const sql = await readFile(join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const seen = applied.get(name)
      if (seen === sha256) continue
      if (seen) {
        throw new CannotStart(
          `The migration ${name} was changed after this database applied it: write a new migration instead.`,
        )
      }
      await applyOne(client, name, sql, sha256)
      done.push(name)
    }
    return done
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function applyOne(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new CannotStart(
      `The migration ${name} failed and changed nothing: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

async function connectOrSay(url: string): Promise<pg.Client> {
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
      `The database at ${withoutPassword(url)} does not answer (${reason instanceof Error ? reason.message : reason}): check DATABASE_URL and that PostgreSQL is running.`,
      { cause },
    )
  }
}

function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}
