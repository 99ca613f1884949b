import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoEmails } from '#seeds/demo-emails.ts'
import { asProduct, createDatabase } from '#tests/database.ts'
import { dataKeys, freePort, type Product, removeData, startProduct } from '#tests/product.ts'

let product: Product
let databaseUrl: string
let ownerUrl: string
let metricsPort: number

beforeAll(async () => {
  ownerUrl = await createDatabase({ empty: true })
  databaseUrl = asProduct(ownerUrl)
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

async function administer(statement: string): Promise<unknown[]> {
  const admin = new pg.Client(inject('postgres').superuserUrl)
  await admin.connect()
  const { rows } = await admin.query(statement)
  await admin.end()
  return rows
}

test('the demo people come on request, once', () => {
  const seed = () =>
    execFileSync(process.execPath, ['scripts/seed-demo.ts'], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATABASE_OWNER_URL: ownerUrl,
        DATA_DIR: product.dataDir,
        DATA_KEYS: dataKeys,
        ONE_NODE: 'true',
      },
      encoding: 'utf8',
    })
  expect(seed()).toBe(`Added ${demoEmails.size} demo people.\n`)
  expect(seed()).toBe('Added 0 demo people.\n')
})

test('the metrics have a port of their own and are nowhere else', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
  expect(text).toContain('http_request_duration_seconds')
  expect((await fetch(`${product.origin}/metrics`)).status).toBe(404)
})

test('a database that goes away and comes back turns readiness off and on, and nothing ends', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  await administer(`alter database ${name} allow_connections false`)
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const readiness = async () => (await fetch(`${product.origin}/readyz`)).status
  await expect.poll(readiness).toBe(503)
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
  await administer(`alter database ${name} allow_connections true`)
  await expect.poll(readiness).toBe(200)
})
