import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { newScratchFolder, removeAbandonedScratch } from '#scripts/scratch.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of `ownerUrl` is the template that tests copy. */
    postgres: { superuserUrl: string; ownerUrl: string; url: string }
  }
}

/** Starts one PostgreSQL for the run. Its database is migrated once and then copied: see tests/database.ts. */
export default async function setup(project: TestProject) {
  removeAbandonedScratch()
  const { superuserUrl, ownerUrl, url, stop } = await startMigratedPostgres()
  project.provide('postgres', { superuserUrl, ownerUrl, url })
  return stop
}

export async function startMigratedPostgres() {
  const dataDir = await newScratchFolder('postgres')
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // With a hundred short-lived databases, autovacuum would only cost CPU time.
      autovacuum: 'off',
    },
    onUnexpectedExit(detail) {
      throw new Error(detail)
    },
  })
  await migrate(postgres.ownerUrl, join(import.meta.dirname, '../database/migrations'))
  await installJobs(postgres.ownerUrl)
  const superuser = new pg.Client(postgres.superuserUrl)
  await superuser.connect()
  await superuser.query('alter database samjhao with is_template true')
  await superuser.end()
  return {
    ...postgres,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
