import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { type Clock, systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'

/** A migrated database of its own for the test file that calls this, copied from the template in a few milliseconds. */
export function useDatabase() {
  let own: { url: string; connection: DatabaseConnection } | undefined
  const get = () => {
    if (!own) throw new Error('the database exists inside tests only')
    return own
  }
  beforeAll(async () => {
    const url = await createDatabase({ empty: false })
    own = { url, connection: connectDatabase(url, () => undefined, 5) }
  })
  afterAll(async () => {
    await own?.connection.close()
  })
  return {
    url: () => get().url,
    db: () => get().connection.db,
    as: (actor: Actor, clock: Clock = systemClock): Context => ({
      db: get().connection.db,
      clock,
      actor,
      publish: () => undefined,
    }),
  }
}

export async function createDatabase({ empty }: { empty: boolean }): Promise<string> {
  const { superuserUrl, ownerUrl } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  await superuser.query(`create database ${name} owner samjhao template ${empty ? 'template0' : 'samjhao'}`)
  await superuser.end()
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}
