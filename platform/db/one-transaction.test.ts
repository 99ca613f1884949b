import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
let pool: pg.Pool

beforeAll(() => {
  pool = new pg.Pool({ connectionString: database.url(), max: 1 })
})
afterAll(() => pool.end())

const person = (email: string) => ({ email, full_name: 'Asha', role: 'student' as const })
const listEmails = async () =>
  (await database.db().selectFrom('profiles').select('email').orderBy('email').execute()).map(({ email }) => email)

test('inner transactions become a single one, which is invisible before its commit', async () => {
  await inOneTransaction(pool, async (db) => {
    const add = (email: string) =>
      db.transaction().execute((tx) => tx.insertInto('profiles').values(person(email)).execute())
    await Promise.all([add('a@x.example'), add('b@x.example')])
    expect(await listEmails()).toEqual([])
  })
  expect(await listEmails()).toEqual(['a@x.example', 'b@x.example'])
})

test('a failed part fails the whole transaction and all later parts', async () => {
  const outer = inOneTransaction(pool, async (db) => {
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('profiles').values(person('c@x.example')).execute()
      throw new Error('the part failed')
    })
    await expect(failing).rejects.toThrow('the part failed')
    await expect(db.selectFrom('profiles').selectAll().execute()).rejects.toThrow('has failed')
  })
  await expect(outer).rejects.toThrow('a part of the transaction has failed')
  expect(await listEmails()).not.toContain('c@x.example')
})

test('when the whole transaction fails, nothing is saved, and the pool stays usable', async () => {
  const failing = inOneTransaction(pool, async (db) => {
    await db.insertInto('profiles').values(person('d@x.example')).execute()
    throw new Error('the whole failed')
  })
  await expect(failing).rejects.toThrow('the whole failed')
  expect(await listEmails()).not.toContain('d@x.example')
  expect(await inOneTransaction(pool, async () => 'done')).toBe('done')
})
