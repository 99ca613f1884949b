import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { systemClock } from '#kernel/time.ts'
import { newDataKey } from '#platform/sealing/aes-gcm.ts'
import { type Config, readConfig } from '#server/config.server.ts'
import { type Check, runChecks } from '#server/doctor/check.ts'
import { createDatabaseCheck, createDirectCheck, createOwnerCheck } from '#server/doctor/database-checks.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'
import { freePort } from '#scripts/free-port.mjs'
import { appRoleUrl, createDatabase, useDatabase } from '#tests/database.ts'

const database = useDatabase()
const clients: pg.Client[] = []
afterAll(() => Promise.all(clients.map((client) => client.end())))

const configure = (url: string, environment: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: url,
    DATA_KEYS: newDataKey(),
    ONE_NODE: 'true',
    DATABASE_DURABILITY: 'off',
    ...environment,
  })

async function run(check: Check, config: Config, timeoutMs = 20_000) {
  const found = await runChecks([check], { timeoutMs, hideSecrets: createSecretHider(config) })
  return new Map(found.map((each) => [each.name, each]))
}

function check(url = database.url(), { environment = {}, clock = systemClock, timeoutMs = 20_000 } = {}) {
  const config = configure(url, environment)
  return run(createDatabaseCheck({ url, config, clock }), config, timeoutMs)
}

async function administer(statement: string, url: string = inject('postgres').superuserUrl): Promise<void> {
  const client = new pg.Client(url)
  clients.push(client)
  await client.connect()
  await client.query(statement)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const withUser = (username: string, password: string, url = database.url()) =>
  Object.assign(new URL(url), { username, password }).href

test('a database as the product needs it is seen with its version, role, clock and migrations', async () => {
  const found = await check()
  expect([...found.keys()]).toEqual([
    'Database',
    'Connections',
    'Time zone',
    'Durability',
    'Database role',
    'Clock',
    'Migrations',
  ])
  expect(found.get('Database')).toMatchObject({ state: 'ok', seen: expect.stringMatching(/^PostgreSQL 18\.\d+\.$/) })
  expect(found.get('Time zone')).toMatchObject({ state: 'ok', seen: 'UTC.' })
  expect(found.get('Database role')).toMatchObject({
    state: 'ok',
    seen: 'samjhao_app may use the tables and cannot rewrite the books.',
  })
  expect(found.get('Clock')?.state).toBe('ok')
  expect(found.get('Migrations')).toMatchObject({ state: 'ok', seen: expect.stringMatching(/^All \d+ are applied\.$/) })
})

test('a server that may lose commits has failed, or is a warning where that is accepted', async () => {
  // The test server runs without durability.
  const off = 'Off: fsync, full_page_writes, synchronous_commit.'
  const required = await check(database.url(), { environment: { DATABASE_DURABILITY: 'required' } })
  expect(required.get('Durability')).toMatchObject({ state: 'failed', seen: off })
  expect((await check()).get('Durability')).toMatchObject({ state: 'warning', seen: off })
})

test('too few connections are a warning', async () => {
  const found = await check(database.url(), { environment: { DATABASE_CONNECTIONS: '900' } })
  expect(found.get('Connections')).toMatchObject({
    state: 'warning',
    seen: expect.stringContaining('this node uses up to 908'),
  })
})

test.each([
  ['3 seconds', 3_000, 'warning', '3.0'],
  ['2 minutes', -120_000, 'failed', '120.0'],
])('a clock that differs by %s is reported', async (_what, aheadMs, state, seconds) => {
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const found = (await check(database.url(), { clock })).get('Clock')
  expect(found).toMatchObject({ state, advice: expect.stringContaining('time service') })
  expect(Number(/by ([\d.]+) seconds/.exec(found?.seen ?? '')?.[1])).toBeCloseTo(Number(seconds), 0)
})

describe('the role', () => {
  test('that owns the tables is a warning, and a superuser, too', async () => {
    const owner = (await check(database.ownerUrl())).get('Database role')
    expect(owner).toMatchObject({ state: 'warning', seen: 'samjhao owns the tables, so it could rewrite the books.' })
    const superuserUrl = Object.assign(new URL(inject('postgres').superuserUrl), {
      pathname: new URL(database.url()).pathname,
    }).href
    const superuser = (await check(superuserUrl)).get('Database role')
    expect(superuser).toMatchObject({ state: 'warning', seen: expect.stringContaining('postgres is a superuser') })
  })

  test('without the rights of the product has failed, with the statement that grants them', async () => {
    await administer(`create role doctors_stranger login password 'a-word'`)
    const found = await check(withUser('doctors_stranger', 'a-word'))
    expect(found.get('Database')?.state).toBe('ok')
    expect(found.get('Database role')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining("run 'grant samjhao_app to doctors_stranger'"),
    })
    expect(found.has('Migrations')).toBe(false)
  })
})

test('a database in another time zone is a warning', async () => {
  const ownerUrl = await createDatabase({ empty: false })
  await administer(`alter database ${nameOf(ownerUrl)} set timezone to 'Asia/Kolkata'`)
  expect((await check(appRoleUrl(ownerUrl))).get('Time zone')).toMatchObject({
    state: 'warning',
    seen: 'Asia/Kolkata.',
  })
})

describe('migrations', () => {
  test('of an empty database are still to be applied', async () => {
    const found = await check(appRoleUrl(await createDatabase({ empty: true })))
    expect(found.get('Migrations')).toMatchObject({ state: 'warning', seen: expect.stringContaining('0001_') })
    expect(found.get('Database role')).toMatchObject({ state: 'ok', seen: expect.stringContaining('still empty') })
  })

  test('of a newer version that no longer works with this one have failed', async () => {
    const ownerUrl = await createDatabase({ empty: false })
    await administer(`insert into migrations (name, sha256, serves) values ('9999_later.sql', '', '9999')`, ownerUrl)
    const found = (await check(appRoleUrl(ownerUrl))).get('Migrations')
    expect(found).toMatchObject({ state: 'failed', seen: expect.stringContaining('9999_later.sql no longer works') })
  })
})

describe('a database that cannot be used has only one finding:', () => {
  async function checkOne(url: string, timeoutMs?: number) {
    const found = await check(url, timeoutMs ? { timeoutMs } : {})
    expect([...found.keys()]).toEqual(['Database'])
    expect(found.get('Database')).toMatchObject({ state: 'failed', advice: expect.stringContaining('DATABASE_URL') })
    return found.get('Database')?.seen
  }

  test('a wrong password, which is not shown', async () => {
    const seen = await checkOne(withUser('samjhao_app', 'hunter22'))
    expect(seen).toContain('password authentication failed')
    expect(seen).not.toContain('hunter22')
  })

  test('a closed port', async () => {
    expect(await checkOne(`postgres://u:p@127.0.0.1:${await freePort()}/x`)).toContain('ECONNREFUSED')
  })

  test('a server that never answers', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    expect(await checkOne(`postgres://u:p@127.0.0.1:${port}/x`, 300)).toBe('No answer within 0.3 seconds.')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

test('the owner may migrate, and the role of the product may not', async () => {
  const config = configure(database.url())
  const owner = await run(createOwnerCheck(database.ownerUrl()), config)
  expect(owner.get('Owner role')).toMatchObject({ state: 'ok', seen: 'samjhao may migrate.' })
  const product = await run(createOwnerCheck(database.url()), config)
  expect(product.get('Owner role')).toMatchObject({ state: 'failed', seen: 'samjhao_app may not change the tables.' })
})

test('the direct connection must reach the same database', async () => {
  const url = database.url()
  const config = configure(url)
  const same = await run(createDirectCheck({ url, directUrl: url }), config)
  expect(same.get('Direct connection')?.state).toBe('ok')
  const other = appRoleUrl(await createDatabase({ empty: false }))
  const different = await run(createDirectCheck({ url, directUrl: other }), config)
  expect(different.get('Direct connection')).toMatchObject({ state: 'failed', seen: 'It reaches another database.' })
})
