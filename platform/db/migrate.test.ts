import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, servesLine } from '#platform/db/migrate.ts'
import { createDatabase } from '#tests/database.ts'

const migrations = 'database/migrations'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-migrations-'))
  await cp(migrations, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('five processes that start at the same time migrate an empty database once', async () => {
  const url = await createDatabase({ empty: true })
  const done = await Promise.all(Array.from({ length: 5 }, () => migrate(url, folder)))
  expect(done.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await migrate(url, folder)).toEqual([])
})

test('a failed migration leaves nothing behind and reports the failure', async () => {
  const url = await createDatabase({ empty: true })
  await writeFile(join(folder, '9999_broken.sql'), 'create table half_done (id int); select nonsense;')
  await expect(migrate(url, folder)).rejects.toThrow(/9999_broken.sql failed and changed nothing/)
  expect(await query(url, `select to_regclass('half_done') as found`)).toEqual([{ found: null }])
  await rm(join(folder, '9999_broken.sql'))
  expect(await migrate(url, folder)).toEqual([])
})

test('a migration that was changed after it was applied is refused', async () => {
  const url = await createDatabase({ empty: false })
  const [first] = (await readdir(folder)).toSorted()
  const file = join(folder, first as string)
  await writeFile(file, `${await readFile(file, 'utf8')}\n-- an afterthought`)
  await expect(migrate(url, folder)).rejects.toThrow(/was changed after this database applied it/)
})

describe('a migration of a table that another transaction uses', () => {
  let url: string
  let other: pg.Client
  beforeEach(async () => {
    url = await createDatabase({ empty: false })
    other = new pg.Client(url)
    await other.connect()
    await other.query('begin; select from profiles limit 1')
    await writeFile(join(folder, '9999_later.sql'), 'alter table profiles add column later text')
  })
  afterEach(() => other.end())

  test('lets readers continue while it waits, and is applied when the transaction ends', async () => {
    const migrating = migrate(url, folder, { waitMs: 500, pauseMs: 10, tries: 10_000 })
    const countWaiting = () =>
      query(url, `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(countWaiting).toHaveLength(1)
    // Waits behind the migration, until the migration gives up for a moment.
    await query(url, 'select from profiles limit 1')
    await other.query('commit')
    expect(await migrating).toEqual(['9999_later.sql'])
  })

  test('fails with an explanation after some attempts, and changes nothing', async () => {
    await expect(migrate(url, folder, { waitMs: 50, pauseMs: 10, tries: 3 })).rejects.toThrow(
      'The migration 9999_later.sql changed nothing, because other transactions use its tables (tried 3 times)',
    )
    await other.query('commit')
    expect(await migrate(url, folder)).toEqual(['9999_later.sql'])
  })
})

/** Applies a migration that only a newer version contains. */
async function migrateFurther(url: string, sql: string): Promise<void> {
  await writeFile(join(folder, '9999_later.sql'), sql)
  await migrate(url, folder)
  await rm(join(folder, '9999_later.sql'))
}

test('a database migrated by a newer version is accepted if it still serves this version', async () => {
  const newest = (await readdir(folder)).toSorted().at(-1)?.slice(0, 4)
  const url = await createDatabase({ empty: false })
  await migrateFurther(url, `-- serves: ${newest}\nalter table profiles add column later text`)
  expect(await migrate(url, folder)).toEqual([])
})

test.each(['-- serves: 9999\nselect 1', 'select 1'])(
  'a database whose newer migration does not serve this version is refused: %j',
  async (sql) => {
    const url = await createDatabase({ empty: false })
    await migrateFurther(url, sql)
    await expect(migrate(url, folder)).rejects.toThrow(
      /migrated by a newer Samjhao, and 9999_later\.sql no longer works with this version/,
    )
  },
)

test('every migration since 0023 declares the oldest version that it still serves, which is 0022 or newer', async () => {
  const names = (await readdir(migrations)).filter((name) => name >= '0023').toSorted()
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const serves = servesLine.exec(await readFile(join(migrations, name), 'utf8'))?.[1] ?? 'no declaration'
    expect([name, serves >= '0022' && serves <= name.slice(0, 4)]).toEqual([name, true])
  }
})

test('the error for an unreachable database names the server without its password', async () => {
  await expect(migrate('postgres://u:hunter2@127.0.0.1:1/nowhere', folder)).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1\/nowhere does not answer \((?!.*hunter2)/,
  )
})

test('platform/db/schema.ts matches the migrations', async () => {
  const url = await createDatabase({ empty: false })
  const out = join(folder, 'schema.ts')
  execFileSync(process.execPath, ['scripts/write-database-types.ts', url, out], { stdio: 'pipe' })
  expect(await readFile('platform/db/schema.ts', 'utf8'), 'run npm run db:types').toBe(await readFile(out, 'utf8'))
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
