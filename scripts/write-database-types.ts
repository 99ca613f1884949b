import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { nameColumnValues, readColumnValues } from '#scripts/database-types.ts'

// Writes platform/db/schema.ts from a freshly migrated database. A test passes the URL of an existing database and
// another output file.
const root = join(import.meta.dirname, '..')
const [url, out = join(root, 'platform/db/schema.ts')] = process.argv.slice(2)
if (url) await writeTypes(url)
else await withFreshDatabase(writeTypes)

async function writeTypes(databaseUrl: string): Promise<void> {
  const run = spawnSync(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${databaseUrl}`,
      `--out-file=${out}`,
      '--log-level=warn',
      '--exclude-pattern={public.migrations,graphile_worker.*}',
      '--type-mapping={"int8":"number"}',
    ],
    { stdio: 'inherit', cwd: root },
  )
  process.exitCode = run.status ?? 1
  if (run.status !== 0) return
  const values = readColumnValues(await listChecks(databaseUrl))
  await writeFile(out, nameColumnValues(await readFile(out, 'utf8'), values))
}

async function listChecks(databaseUrl: string): Promise<{ table: string; definition: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`)
    return rows
  } finally {
    await client.end()
  }
}

async function withFreshDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-types-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
  try {
    await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
    await use(postgres.ownerUrl)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
