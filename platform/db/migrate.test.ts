import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createDatabase } from '#tests/database.ts'

const migrations = 'database/migrations'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-migrations-'))
  await cp(migrations, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('five processes that start at once migrate an empty database once', async () => {
  const url = await createDatabase({ empty: true })
  const done = await Promise.all(Array.from({ length: 5 }, () => migrate(url, folder)))
  expect(done.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await migrate(url, folder)).toEqual([])
})

test('a migration that fails leaves nothing behind and says so', async () => {
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

test('a database of a newer version is left alone', async () => {
  const url = await createDatabase({ empty: false })
  await writeFile(join(folder, '9999_later.sql'), 'select 1')
  await migrate(url, folder)
  await rm(join(folder, '9999_later.sql'))
  await expect(migrate(url, folder)).rejects.toThrow(/by a newer Samjhao \(9999_later.sql/)
})

test('a database that does not answer is named without its password', async () => {
  await expect(migrate('postgres://u:hunter2@127.0.0.1:1/nowhere', folder)).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1\/nowhere does not answer \((?!.*hunter2)/,
  )
})

test('platform/db/schema.ts is what the migrations make', async () => {
  const url = await createDatabase({ empty: false })
  const out = join(folder, 'schema.ts')
  execFileSync(process.execPath, ['scripts/write-database-types.ts', url, out], { stdio: 'pipe' })
  expect(await readFile('platform/db/schema.ts', 'utf8'), 'run npm run db:types').toBe(
    await readFile(out, 'utf8'),
  )
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
