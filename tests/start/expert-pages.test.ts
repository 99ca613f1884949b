import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { createDatabase, testSealer } from '#tests/database.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'

// Uses a product with a single expert. The shared product of the browser tests always has more.
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

// Runs first, while no expert is online.
test('when no matching expert is online, offline experts are offered', async () => {
  const html = await read('/experts?search=ravi')
  expect(html).toContain('No experts available right now')
  expect(html.replaceAll('<!-- -->', '')).toContain('See 1 expert who is offline now')
})

test('a single expert has no other experts listed, online or offline', async () => {
  await goOnline(as, expert)
  expect(await read(`/expert/${expertId}`)).toContain('No other experts available at the moment.')
  expect(await read(`/expert/details/${expertId}`)).toContain('No similar experts available at the moment.')
})

test('one result is written in the singular, and a category sets the page title', async () => {
  const html = await read('/experts?search=ravi&category=jee')
  expect(html).toContain('1 expert found')
  expect(html).toMatch(/<title>JEE experts/)
  expect(html).toContain(`<link rel="canonical" href="${publicOrigin}/experts?category=jee"/>`)
})

test('any query string shows a list', async () => {
  const queries = [
    'search=%F0%9F%98%80%F0%9F%98%80',
    `search=${'a'.repeat(10_000)}`,
    'search=%25%25__%27%22%5C%5C',
    'search=%00%00abc%00',
    'search=%E0%A4%A',
    'rating=abc&sort=nonsense&category=%00&online=perhaps',
    `subjects=${Array.from({ length: 20 }, (_, index) => `subject-${index}`)}`,
    'after=nonsense',
    `after=${Buffer.from(`rating 1000 4.5000 0 ${'-'.repeat(36)}`).toString('base64url')}`,
    `after=${'x'.repeat(5_000)}`,
    'search=a&search=b&search=',
  ]
  for (const query of queries) {
    const answer = await fetch(`${product.origin}/experts?${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    expect(await answer.text()).toContain('Find Your Expert')
  }
})

test('robots.txt and the sitemap use the public origin, not the one behind the proxy', async () => {
  expect(await read('/robots.txt')).toContain(`Sitemap: ${publicOrigin}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${publicOrigin}/expert/details/${expertId}</loc>`)
  expect(await read(`/expert/${expertId}`)).toContain(`content="${publicOrigin}/expert/${expertId}/share.png?v=`)
})

test('a visitor’s page may be cached, and a signed-in user’s page may not', async () => {
  const visitorsPage = await fetch(`${product.origin}/expert/details/${expertId}`)
  expect(visitorsPage.headers.get('cache-control')).toContain('public')
  expect(visitorsPage.headers.get('etag')).not.toBeNull()
  const headers = { Cookie: `__Host-samjhao=${expert.token}` }
  const ownPage = await fetch(`${product.origin}/expert/details/${expertId}`, { headers })
  expect(ownPage.headers.get('cache-control')).toBe('no-store')
})

test('unlisted and unknown experts are not found', async () => {
  const pending = await newExpert(as, { approval: 'pending' })
  for (const id of [pending.expertId, crypto.randomUUID(), 'nobody']) {
    for (const [path, heading] of [
      [`/expert/${id}`, 'Expert Not Found'],
      [`/expert/details/${id}`, 'Expert not found'],
    ]) {
      const page = await fetch(product.origin + path)
      const html = await page.text()
      expect(page.status).toBe(404)
      expect(/<title>([^<]*)/.exec(html)?.[1]).toBe('Expert Not Found')
      expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(heading)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
  }
})
