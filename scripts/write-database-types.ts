import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import {
  codeTypes,
  type ColumnTypes,
  nameColumnTypes,
  readAcceptedValues,
  readGeneratedValues,
  readIds,
} from '#scripts/database-types.ts'

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
  const types = await readTypes(databaseUrl)
  await writeFile(out, nameColumnTypes(await readFile(out, 'utf8'), types))
}

async function readTypes(databaseUrl: string): Promise<ColumnTypes> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const checks = await client.query(`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`)
    const generated = await client.query(`
      select format('%s.%s', attrelid::regclass, attname) as column, pg_get_expr(adbin, adrelid) as expression
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where attgenerated = 's' and atttypid = 'text'::regtype and attrelid::regclass::text not like '%.%'`)
    const references = await client.query(`
      select format('%s.%s', conrelid::regclass, own.attname) as column, format('%s.%s', confrelid::regclass, other.attname) as target
      from pg_constraint cross join unnest(conkey, confkey) pair (own, other)
      join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
      join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
      where contype = 'f' and connamespace = 'public'::regnamespace`)
    return {
      ...readAcceptedValues(checks.rows),
      ...readGeneratedValues(generated.rows),
      ...readIds(references.rows),
      ...codeTypes,
    }
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
