import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { checkDatabase } from '#platform/db/check-database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const pools: pg.Pool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

function connect(url: string | URL): pg.Pool {
  const pool = new pg.Pool({ connectionString: String(url), max: 1 })
  pools.push(pool)
  return pool
}

test('a role without the rights of the product is refused with the statement that grants them', async () => {
  const superuser = connect(withDatabaseOf(inject('postgres').superuserUrl, database.ownerUrl()))
  await superuser.query(`create role "stranger's" login password 'secret'`)
  const url = new URL(database.url())
  Object.assign(url, { username: "stranger's", password: 'secret' })
  const check = checkDatabase(connect(url), { durability: 'off', log })
  await expect(check).rejects.toThrow(
    `The role of DATABASE_URL may not use the tables of the product: run 'grant samjhao_app to "stranger's"' as an administrator.`,
  )
  await superuser.query(`grant samjhao_app to "stranger's"`)
  await checkDatabase(connect(url), { durability: 'off', log })
})

test('the roles of the README may migrate and run the product', async () => {
  const [, statements = ''] = /```sql\n(create role samjhao_app.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(statements).not.toBe('')
  const superuser = connect(inject('postgres').superuserUrl)
  // The test server has a role samjhao_app already. Other names are taken by its own database.
  const own = statements
    .replace(/^create role samjhao_app.*$/m, '')
    .replaceAll('samjhao', 'readme')
    .replaceAll('readme_app', 'samjhao_app')
  for (const statement of own.split(';').filter((part) => part.trim())) await superuser.query(statement)
  const passwords = [...statements.matchAll(/password '(.*)'/g)].map(([, password = '']) => password)
  const [owner, product] = ['readme_owner', 'readme'].map((username, index) => {
    const url = new URL(withDatabaseOf(database.ownerUrl(), '/readme'))
    return Object.assign(url, { username, password: passwords[index] }).href
  })
  await migrate(owner ?? '', join(import.meta.dirname, '../../database/migrations'))
  const warnings: unknown[] = []
  const pool = connect(product ?? '')
  const warnLog = Object.assign(pino({ level: 'silent' }), { warn: (text: unknown) => void warnings.push(text) })
  await checkDatabase(pool, { durability: 'off', log: warnLog })
  expect(warnings).toEqual([])
  await expect(pool.query('delete from audit_log')).rejects.toThrow('permission denied')
})

function withDatabaseOf(url: string, other: string): string {
  const pathname = other.startsWith('/') ? other : new URL(other).pathname
  return Object.assign(new URL(url), { pathname }).href
}
