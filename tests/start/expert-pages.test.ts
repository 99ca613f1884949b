import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { createDatabase, testSealer } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'

// A product with one expert alone, which the shared one of the browser tests never is.
let product: Product
let database: DatabaseConnection
let expertId: string
let expert: Awaited<ReturnType<typeof newExpert>>
const publicOrigin = 'https://samjhao.example'

const as = (actor: Actor): Context => ({
  db: database.db,
  clock: systemClock,
  actor,
  publish: () => undefined,
  sealer: testSealer,
})

beforeAll(async () => {
  const databaseUrl = await createDatabase({ empty: false })
  product = await startProduct({
    DATABASE_URL: databaseUrl,
    DATABASE_DURABILITY: 'off',
    PUBLIC_ORIGIN: publicOrigin,
  })
  await product.ready
  database = connectDatabase(databaseUrl, () => undefined, 2)
  expert = await newExpert(as)
  expertId = expert.expertId
})
afterAll(async () => {
  await database.close()
  await product.stop()
  await removeData(product)
})

const read = async (path: string) => (await fetch(product.origin + path)).text()

test('an expert who is the only one there has nobody beside them, online or not', async () => {
  await goOnline(as, expert)
  expect(await read(`/expert/${expertId}`)).toContain('No other experts available at the moment.')
  expect(await read(`/expert/details/${expertId}`)).toContain('No similar experts available at the moment.')
})

test('pages for machines name the public address, not the one behind the proxy', async () => {
  expect(await read('/robots.txt')).toContain(`Sitemap: ${publicOrigin}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${publicOrigin}/expert/details/${expertId}</loc>`)
  expect(await read(`/expert/${expertId}`)).toContain(
    `content="${publicOrigin}/expert/${expertId}/share.png?v=`,
  )
})

test('a visitor’s page may be kept, and somebody’s may not', async () => {
  const visitors = await fetch(`${product.origin}/expert/details/${expertId}`)
  expect(visitors.headers.get('cache-control')).toContain('public')
  expect(visitors.headers.get('etag')).not.toBeNull()
  const headers = { Cookie: `__Host-samjhao=${expert.token}` }
  const theirs = await fetch(`${product.origin}/expert/details/${expertId}`, { headers })
  expect(theirs.headers.get('cache-control')).toBe('no-store')
})
