import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectBus } from '#platform/bus/postgres-notify.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { publishToBus } from '#server/publish-to-bus.ts'
import { products } from '#tests/e2e/products.ts'
import { readOwnerUrl } from '#tests/product.ts'

export type DatabaseAccess = Awaited<ReturnType<typeof openDatabase>>

/** Connects to the product’s database and event bus, so that open pages receive the changes. */
export async function openDatabase(folder = products.pages.dataDir) {
  const url = await readFile(join(folder, 'database-url'), 'utf8')
  const { db, pool, close } = connectDatabase(url, () => undefined, 3)
  const bus = await connectBus({ url, pool, log: { warn: () => undefined } })
  const publishing = new Set<Promise<void>>()
  const publish: Context['publish'] = (topic, message) => void publishing.add(publishToBus(bus, topic, message))
  const sealer = await openSealer({ dataDir: folder })
  const published = async () => {
    await Promise.all(publishing)
    publishing.clear()
  }
  return {
    url,
    db,
    as: (actor: Actor): Context => ({ db, clock: systemClock, actor, publish, sealer }),
    query: (sql: string, values?: unknown[]): Promise<unknown> => pool.query(sql, values),
    /** Runs a schema change as the owner of the database. */
    async alter(sql: string): Promise<void> {
      const owner = connectDatabase(await readOwnerUrl(folder), () => undefined, 1)
      await owner.pool.query(sql)
      await owner.close()
    },
    /** Waits until every published event has been sent to the bus. */
    published,
    async close(): Promise<void> {
      await published()
      await bus.close()
      await close()
    },
  }
}

let shared: Promise<DatabaseAccess> | undefined

/** Creates people or faults for a journey. All journeys of a worker share one connection per product. */
export async function inDatabase<Result>(
  work: (database: DatabaseAccess) => Promise<Result>,
  folder?: string,
): Promise<Result> {
  const database = await (folder ? openDatabase(folder) : (shared ??= openDatabase()))
  try {
    return await work(database)
  } finally {
    await (folder ? database.close() : database.published())
  }
}
