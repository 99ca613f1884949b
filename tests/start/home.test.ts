import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo } from '#tests/demo.ts'
import { ownerUrlOf, type Product, removeData } from '#tests/product.ts'

let product: Product
let client: pg.Client

beforeAll(async () => {
  product = await startDemo()
  await product.ready
  client = new pg.Client(await ownerUrlOf(product.dataDir))
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await product.stop()
  await removeData(product)
})

const get = (path: string) => fetch(product.origin + path)

test('the banner’s own script is allowed by its hash on the page that is kept', async () => {
  const page = await get('/')
  const policy = page.headers.get('content-security-policy') ?? ''
  const script = /<script>(\{const banner=[^<]+)<\/script>/.exec(await page.text())?.[1] ?? ''
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
})

test('suggestions answer everybody, whatever is asked, and may be repeated for a moment', async () => {
  const answer = await get('/suggestions?q=test%20prep')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
  expect(await answer.json()).toMatchObject({
    subjects: [],
    categories: [{ id: 'test-preparation', name: 'Test Preparation' }],
  })
  for (const query of ['', '?q=', '?q=%00', `?q=${'x'.repeat(5_000)}`, '?other=1']) {
    expect((await get(`/suggestions${query}`)).status).toBe(200)
  }
})

// Last, because it takes the figures away for good.
test('without figures the page stands and says so, the resource fails, and both are logged', async () => {
  expect(await (await get('/category-statistics')).json()).toMatchObject({ online: expect.any(Number) })
  await client.query('alter table listings rename to lost')
  // What was read before may be given for half a minute.
  await expect
    .poll(async () => (await get(`/category-statistics?${Math.random()}`)).status, {
      timeout: 40_000,
      interval: 1_000,
    })
    .toBe(500)
  const page = await get('/?tab=skills')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Failed to load category statistics')
  expect(html).toContain('0 experts online')
  expect(html).not.toContain('experts online now')
  // What the product prints comes through a pipe, a moment after the answer.
  await expect.poll(() => product.output()).toContain('the home page is shown without figures')
})
