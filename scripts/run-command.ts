import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#domain/context.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { systemClock } from '#kernel/time.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import type { Config } from '#server/config.server.ts'
import { loadConfig } from '#server/load-config.ts'
import { createLog } from '#server/log.ts'
import { openBus } from '#server/open-bus.ts'
import { publishToBus } from '#server/publish-to-bus.ts'

/** Runs an action as the system against DATABASE_URL, or the database of the running product, and prints the result. */
export async function runCommand(work: (ctx: Context, config: Config) => Promise<string>): Promise<void> {
  try {
    const config = loadConfig()
    const url = config.databaseUrl ?? (await getRunningDatabaseUrl(config.dataDir))
    const database = connectDatabase(url, console.error, 2)
    const directUrl = config.databaseDirectUrl ?? url
    const bus = await openBus(config, { directUrl, pool: database.pool, log: createLog('warn') })
    const publishing: Promise<void>[] = []
    try {
      const ctx: Context = {
        db: database.db,
        clock: systemClock,
        actor: { kind: 'system' },
        sealer: await openSealer(config),
        publish: (topic, message) => publishing.push(publishToBus(bus, topic, message)),
      }
      console.log(await work(ctx, config))
      await Promise.all(publishing)
    } finally {
      await bus.close()
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof CannotStart) && !(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** The URL of the embedded database while the product is running, or null. */
export async function findRunningDatabaseUrl(dataDir: string): Promise<string | null> {
  return (await readFile(join(dataDir, 'database-url'), 'utf8').catch(() => null)) || null
}

async function getRunningDatabaseUrl(dataDir: string): Promise<string> {
  const url = await findRunningDatabaseUrl(dataDir)
  if (url) return url
  throw new CannotStart('The product is not running here: start the product first, or set DATABASE_URL.')
}
