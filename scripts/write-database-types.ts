import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'

// Writes platform/db/schema.ts from a database that has just been migrated from nothing. A test passes the address of a
// database it has already, and another file to write to.
const root = join(import.meta.dirname, '..')
const [url, out = join(root, 'platform/db/schema.ts')] = process.argv.slice(2)
if (url) writeTypes(url)
else await withFreshDatabase(writeTypes)

function writeTypes(databaseUrl: string): void {
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
}

async function withFreshDatabase(use: (url: string) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-types-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
  try {
    await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
    use(postgres.ownerUrl)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
