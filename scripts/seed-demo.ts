import { join } from 'node:path'
import { hasRealAccounts, seedDemo } from '#demo/seed-demo.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { systemClock } from '#kernel/time.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { openStorage } from '#platform/storage/open.ts'
import { isLoopback } from '#server/config.server.ts'
import { loadConfig } from '#server/load-config.ts'

// Adds the demo people to the database of DATABASE_URL. The embedded database is seeded at its first start. The demo
// passwords are public, and one of the demo people is an administrator. So this command changes nothing where real
// accounts may exist.
try {
  const config = loadConfig()
  const { databaseUrl, databaseOwnerUrl = databaseUrl } = config
  const { origin } = config.product
  if (!databaseUrl || !databaseOwnerUrl)
    throw new CannotStart('DATABASE_URL must be set: the embedded database is seeded by npm start.')
  if (!isLoopback(new URL(origin).hostname))
    throw new CannotStart(`${origin} is not on this machine. The demo people have public passwords; none was added.`)
  const database = connectDatabase(databaseUrl, console.error, 2)
  try {
    if (await hasRealAccounts(database))
      throw new CannotStart(
        'That database already contains real accounts. The demo people have public passwords; none was added.',
      )
    await migrate(databaseOwnerUrl, join(import.meta.dirname, '../database/migrations'))
    await installJobs(databaseOwnerUrl)
    const added = await seedDemo({
      db: database.db,
      clock: systemClock,
      actor: { kind: 'system' },
      sealer: await openSealer(config),
      publish: () => undefined,
      storage: openStorage(config.storage),
      decodeQueue: createDecodeQueue({ atOnce: 4 }),
      log: { warn: (details, message) => console.warn(message, details) },
    })
    console.log(`Added ${added} demo people.`)
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
