import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

// Without its own listener, a connection lost in use ends the whole process.
test('a connection lost in a transaction fails only that transaction', async () => {
  const { db, close } = connectDatabase(database.url(), () => undefined, 2)
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await terminate(rows[0]?.pid ?? 0)
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow(/connection/i)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})

test('scans of a table start at its beginning, so that the pages of a search agree', async () => {
  expect((await sql`show synchronize_seqscans`.execute(database.db())).rows).toEqual([{ synchronize_seqscans: 'off' }])
})

/** Resolves when the connection is gone. */
async function terminate(pid: number): Promise<void> {
  const superuser = new pg.Client(inject('postgres').superuserUrl)
  await superuser.connect()
  await superuser.query('select pg_terminate_backend($1, 10000)', [pid])
  await superuser.end()
}
