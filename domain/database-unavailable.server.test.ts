import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '#platform/db/database.ts'
import { isDatabaseUnavailable } from '#domain/database-unavailable.server.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

const catchError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('an unreachable database counts as unavailable', async () => {
  const { db, close } = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', () => undefined)
  expect(isDatabaseUnavailable(await catchError(sql`select 1`.execute(db)))).toBe(true)
  await close()
})

test('a database that closes the connection during a statement or a transaction counts as unavailable', async () => {
  const { db, pool, close } = connectDatabase(database.url(), () => undefined, 2)
  const terminate = (pid: number | undefined) => database.pool().query('select pg_terminate_backend($1)', [pid])
  const findSleepingPid = async () => {
    const query = `select pid from pg_stat_activity
      where datname = current_database() and query = 'select pg_sleep(60)' and state = 'active'`
    return (await database.pool().query<{ pid: number }>(query)).rows[0]?.pid
  }
  const statement = catchError(sql`select pg_sleep(60)`.execute(db))
  await expect.poll(findSleepingPid).toBeDefined()
  await terminate(await findSleepingPid())
  expect(isDatabaseUnavailable(await statement)).toBe(true)

  const transaction = catchError(
    db.transaction().execute(async (tx) => {
      const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await terminate(backend.rows[0]?.pid)
      await sql`select 2`.execute(tx)
    }),
  )
  expect(isDatabaseUnavailable(await transaction)).toBe(true)
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await close()
})

test('a database with a full disk counts as unavailable', async () => {
  const refuse = sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`
  expect(isDatabaseUnavailable(await catchError(refuse.execute(database.db())))).toBe(true)
})

test('a refused statement or a bug in our code does not count as an unavailable database', async () => {
  const noSuchTable = await catchError(sql`select * from nothing_of_that_name`.execute(database.db()))
  expect(noSuchTable).toBeInstanceOf(Error)
  for (const error of [noSuchTable, new Error('a bug'), 'a text', undefined])
    expect(isDatabaseUnavailable(error)).toBe(false)
})

test('another unreachable server does not count as an unavailable database', async () => {
  expect(isDatabaseUnavailable(await catchError(fetch('http://127.0.0.1:1/')))).toBe(false)
})
