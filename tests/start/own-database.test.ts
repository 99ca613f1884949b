import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectRedisBus } from '#platform/bus/redis.ts'
import { migrate } from '#platform/db/migrate.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { appRoleUrl, createDatabase } from '#tests/database.ts'
import { refusals } from '#kernel/refusals.ts'
import { startRedis } from '#tests/redis.ts'
import { freePort } from '#scripts/free-port.mjs'
import { dataKeys, type Product, removeData, startProduct } from '#tests/product.ts'

let product: Product
let databaseUrl: string
let ownerUrl: string
let metricsPort: number

beforeAll(async () => {
  ownerUrl = await createDatabase({ empty: true })
  databaseUrl = appRoleUrl(ownerUrl)
  metricsPort = await freePort()
  product = await startProduct({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_DURABILITY: 'off',
    METRICS_PORT: String(metricsPort),
  })
  await product.ready
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
})

const startAnother = (environment: Record<string, string> = {}) =>
  startProduct({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_DURABILITY: 'off',
    ...environment,
  })

async function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<Row>(statement, values)
  await client.end()
  return rows
}

async function administer(statement: string): Promise<unknown[]> {
  const admin = new pg.Client(inject('postgres').superuserUrl)
  await admin.connect()
  const { rows } = await admin.query(statement)
  await admin.end()
  return rows
}

function runScript(name: string, args: string[] = [], environment: Record<string, string> = {}): string {
  return execFileSync(process.execPath, [`scripts/${name}`, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: product.dataDir,
      DATA_KEYS: dataKeys,
      ONE_NODE: 'true',
      ...environment,
    },
    encoding: 'utf8',
  })
}

test('the demo people are added on request, once', () => {
  const seed = () => runScript('seed-demo.ts')
  expect(seed()).toBe(`Added ${demoEmails.size} demo people.\n`)
  expect(seed()).toBe('Added 0 demo people.\n')
})

test('a command reads the same file of settings as the product', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-settings-'))
  const file = join(folder, 'settings')
  await writeFile(file, `DATABASE_URL="${databaseUrl}"\nDATA_KEYS="${dataKeys}"\nONE_NODE=true\n`)
  const audit = (environment: Record<string, string>) =>
    execFileSync(process.execPath, ['scripts/ledger-audit.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...environment },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(audit({ ENV_FILE: file })).toBe('The books balance.\n')
  expect(() => audit({ ENV_FILE: join(folder, 'absent') })).toThrow(/ENV_FILE names .*absent, which does not exist/)
  await rm(folder, { recursive: true })
})

test('metrics are served on their own port only', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
  expect(text).toContain('http_request_duration_seconds')
  expect((await fetch(`${product.origin}/metrics`)).status).toBe(404)
})

test('readiness follows a lost and restored database, and the process keeps running', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  await administer(`alter database ${name} allow_connections false`)
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const readStatus = async () => (await fetch(`${product.origin}/readyz`)).status
  await expect.poll(readStatus).toBe(503)
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
  for (const path of ['/user/wallet', '/experts', '/user/wallet.data']) {
    const answer = await fetch(product.origin + path, { headers: { Cookie: 'samjhao_sign_in=unknown' } })
    expect([path, answer.status]).toEqual([path, 503])
    expect(await answer.text()).toContain(refusals.unavailable.text)
    expect(answer.headers.get('content-type')).toMatch(path.endsWith('.data') ? 'text/x-script' : 'text/html')
  }
  await administer(`alter database ${name} allow_connections true`)
  await expect.poll(readStatus).toBe(200)
})

test('a stopping node with Redis serves until no more requests are routed to it', async () => {
  const redis = await startRedis()
  const stopping = await startAnother({ DRAIN_SECONDS: '8', REDIS_URL: redis.url })
  await stopping.ready
  const stopped = stopping.stop()
  await expect.poll(async () => (await fetch(`${stopping.origin}/readyz`)).status).toBe(503)
  expect((await fetch(`${stopping.origin}/readyz?no=404`)).status).toBe(404)
  expect((await fetch(`${stopping.origin}/experts`)).status).toBe(200)
  expect((await stopped).code).toBe(0)
  await removeData(stopping)
  await redis.kill()
})

test('a command publishes through Redis when the nodes use it', async () => {
  const email = `expert-${randomUUID()}@samjhao.example`
  runScript('team-expert.ts', ['create', email, 'Ravi Nair', '+91 98450 00000', 'academic'])
  const [expert] = await query<{ id: string }>('select id from profiles where email = $1', [email])
  const redis = await startRedis()
  const bus = await connectRedisBus({ url: redis.url, log: { warn: () => undefined } })
  const received: string[] = []
  bus.subscribe(`account:${expert?.id}`, (payload) => received.push(payload))
  await bus.subscribed()
  const printed = runScript('team-expert.ts', ['suspended', email], { REDIS_URL: redis.url })
  expect(printed).toBe(`${email} is suspended.\n`)
  await expect.poll(() => received).toContain('{"type":"changed"}')
  await bus.close()
  await redis.kill()
})

test('built files of every version are served by every node', async () => {
  const [built] = await query<{ path: string }>('select path from built_files order by path limit 1')
  expect((await fetch(`${product.origin}${built?.path}`)).status).toBe(200)
  expect((await fetch(`${product.origin}/assets/never-Ab12Cd34.js`)).status).toBe(404)
  const body = brotliCompressSync('export const later = true')
  await query(
    `insert into built_files values ('/assets/later-Ab12Cd34.js', 'text/javascript; charset=utf-8', true, $1, now())`,
    [body],
  )
  for (const encoding of ['br', 'identity']) {
    const answer = await fetch(`${product.origin}/assets/later-Ab12Cd34.js`, {
      headers: { 'accept-encoding': encoding },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null)
    expect(await answer.text()).toBe('export const later = true')
  }
})

describe('after a newer version has migrated the database', () => {
  const ownLevel = readdirSync('database/migrations').toSorted().at(-1)?.slice(0, 4)
  /** `expand` only adds columns and tables. `contract` renames a column that this version needs. */
  const expand = `-- serves: ${ownLevel}
    alter table profiles add column later text;
    create table later (id uuid primary key references profiles (id))`
  const contract = '-- serves: 9998\nalter table profiles rename column full_name to name'

  async function migrateFurther(later: Record<string, string>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'samjhao-migrations-'))
    await cp('database/migrations', folder, { recursive: true })
    for (const [name, sql] of Object.entries(later)) await writeFile(join(folder, name), sql)
    await migrate(ownerUrl, folder)
    await rm(folder, { recursive: true })
  }

  test('a running node continues, a restarted node starts, and people can register and write', async () => {
    await migrateFurther({ '9998_expand.sql': expand })
    const restarted = await startAnother()
    await restarted.ready
    for (const { origin } of [product, restarted]) {
      expect((await fetch(`${origin}/experts`)).status).toBe(200)
      const email = `rolled-${randomUUID()}@samjhao.example`
      const form = { fullName: 'Asha Rao', email, password: 'a good one', accepted: 'on' }
      const registered = await fetch(`${origin}/register`, {
        method: 'POST',
        headers: { Origin: origin },
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
      expect(registered.status).toBe(302)
    }
    await restarted.stop()
    await removeData(restarted)
  })

  test('a node that is no longer supported prints an error and does not start', async () => {
    await migrateFurther({ '9998_expand.sql': expand, '9999_contract.sql': contract })
    const refused = await startAnother()
    expect((await refused.exited).code).toBe(1)
    await expect.poll(() => refused.output()).toContain('9999_contract.sql no longer works with this version')
    await removeData(refused)
  })
})
