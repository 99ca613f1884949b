import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('the private tables of graphile-worker have the expected columns', async () => {
  const { rows } = await sql<{ column: string; type: string }>`
    select table_name || '.' || column_name as column, data_type as type from information_schema.columns
    where table_schema = 'graphile_worker' and table_name in ('_private_jobs', '_private_tasks')`.execute(database.db())
  const types = Object.fromEntries(rows.map(({ column, type }) => [column, type]))
  expect(types).toMatchObject({
    '_private_jobs.id': 'bigint',
    '_private_jobs.task_id': 'integer',
    '_private_jobs.payload': 'json',
    '_private_jobs.key': 'text',
    '_private_jobs.attempts': 'smallint',
    '_private_jobs.max_attempts': 'smallint',
    '_private_jobs.locked_at': 'timestamp with time zone',
    '_private_jobs.locked_by': 'text',
    '_private_tasks.id': 'integer',
    '_private_tasks.identifier': 'text',
  })
})

test('only one file of the product names the private tables', () => {
  const naming = ['platform', 'domain', 'server', 'live', 'demo', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file, 'utf8').includes('graphile_worker._private')),
  )
  expect(naming).toEqual(['platform/jobs/private-tables.ts'])
})
