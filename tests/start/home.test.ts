import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { defaultCatalogue } from '#domain/content/rules.ts'
import { saveAnswers, saveCatalogue, saveFigures } from '#domain/content/save-content.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { appRoleUrl, createDatabase, testSealer } from '#tests/database.ts'
import { useProducts } from '#tests/demo.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const { start } = useProducts()
const get = (path: string) => fetch(inject('demo').origin + path)

test('the cached page allows the banner’s script by hash', async () => {
  const page = await get('/')
  const policy = page.headers.get('content-security-policy') ?? ''
  const script = /<script>(\{const banner=[^<]+)<\/script>/.exec(await page.text())?.[1] ?? ''
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
})

test('suggestions answer any query without sign-in and may be cached briefly', async () => {
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

test('a home page without figures shows an error, recovers, and shows content that the team publishes', async () => {
  const ownerUrl = await createDatabase({ empty: false })
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  // Runs before the start, because figures are cached for 30 seconds.
  await owner.query('alter table listings rename to lost')
  const product = await start({ DATABASE_URL: ownerUrl, DATABASE_DURABILITY: 'off' })
  await product.ready
  const fetchStatistics = () => fetch(`${product.origin}/category-statistics`)
  const readHome = async () => (await fetch(`${product.origin}/?tab=skills`)).text()

  expect((await fetchStatistics()).status).toBe(500)
  const page = await fetch(`${product.origin}/?tab=skills`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Failed to load category statistics')
  expect(html).toContain('0 experts online')
  expect(html).not.toContain('experts online now')
  // The log arrives through a pipe, shortly after the response.
  await expect.poll(() => product.output()).toContain('rendered the home page without online figures')
  await expect.poll(() => product.output()).toMatch(/"level":50.*category-statistics/)

  await owner.query('alter table lost rename to listings')
  await owner.end()
  await expect.poll(async () => (await fetchStatistics()).status).toBe(200)
  expect(await (await fetchStatistics()).json()).toMatchObject({ online: expect.any(Number) })
  await expect.poll(readHome).not.toContain('Failed to load category statistics')

  await publishContent(appRoleUrl(ownerUrl))
  await expect.poll(readHome).toContain('1,234')
  const tabs = (await readHome()).matchAll(/role="tab"[^>]*>(.*?)<\/(?:a|button)>/g)
  expect([...tabs].map(([, name]) => name?.replaceAll(/<[^>]*>/g, ''))).toEqual([
    'Most Popular',
    'Professional',
    'Skills',
    'Academic',
  ])
  const readAnswers = async () => (await fetch(`${product.origin}/how-it-works`)).text()
  await expect.poll(readAnswers).toContain('Is it &lt;b&gt;safe&lt;/b&gt;?')
  expect(await readAnswers()).toContain('Yes, very.')
})

/** Saves new figures, another order of the categories and another answer, as the team does. */
async function publishContent(url: string): Promise<void> {
  const { db, close } = connectDatabase(url, () => undefined, 1)
  const as = (actor: Actor): Context => ({
    db,
    clock: systemClock,
    actor,
    sealer: testSealer,
    publish: () => undefined,
  })
  const team = as((await newSignedInPerson(as, 'team')).person)
  const figures = {
    successfulSessions: '60000',
    verifiedExperts: '10000',
    satisfactionPercent: '95',
    weeklyEarningsRupees: '4000',
    approvalHours: '24',
  }
  await saveFigures(team, { version: 0, totalExperts: '1234', ...figures })
  const groups = defaultCatalogue.toReversed().map(({ id, subcategories, suggestions }) => ({
    id,
    subcategories: [...subcategories],
    suggestions: [...suggestions],
  }))
  await saveCatalogue(team, { version: 0, groups })
  await saveAnswers(team, { version: 0, answers: [{ question: 'Is it <b>safe</b>?', answer: 'Yes, very.' }] })
  await close()
}
