import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'

export const dataDir = join(process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e'), 'product')

type Inside = { as(actor: Actor): Context; query(sql: string, values?: unknown[]): Promise<unknown> }

/** Inside the database of the product under test: for people that a journey needs, and for what it must find broken. */
export async function inDatabase<Result>(work: (inside: Inside) => Promise<Result>): Promise<Result> {
  const url = await readFile(join(dataDir, 'database-url'), 'utf8')
  const { db, pool, close } = connectDatabase(url, () => undefined, 2)
  try {
    return await work({
      as: (actor) => ({ db, clock: systemClock, actor, publish: () => undefined }),
      query: (sql, values) => pool.query(sql, values),
    })
  } finally {
    await close()
  }
}
