import { join } from 'node:path'
import { seedScale } from '#bench/scale.ts'
import { formatCount } from '#kernel/count-text.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { loadConfig } from '#server/load-config.ts'

// Fills the empty database of DATABASE_URL with generated experts for benchmarks: npm run seed:scale -- 100000
try {
  const count = Number(process.argv[2])
  if (!Number.isInteger(count) || count < 1 || count > 2_000_000)
    throw new CannotStart('Give the number of experts, from 1 to 20,00,000: npm run seed:scale -- 100000')
  const config = loadConfig()
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl
  if (!databaseUrl) throw new CannotStart('DATABASE_URL must name a database that is used only for benchmarks.')
  await migrate(databaseUrl, join(import.meta.dirname, '../database/migrations'))
  const database = connectDatabase(databaseUrl, console.error, 2)
  try {
    const existing = await database.db.selectFrom('profiles').select('id').limit(1).executeTakeFirst()
    if (existing) throw new CannotStart('That database already contains people; benchmarks need an empty one.')
    const from = Date.now()
    await seedScale(database.db, count, (done) =>
      console.log(
        `${formatCount(done)} of ${formatCount(count)} experts, ${Math.round((Date.now() - from) / 1_000)} s`,
      ),
    )
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
