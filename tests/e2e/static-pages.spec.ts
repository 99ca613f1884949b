import { industries } from '#kernel/industries.ts'
import { screens } from '#tests/e2e/screens.ts'
import { expect, expectFitsEveryWidth, expectNoSidewaysScroll, type Page, test, openPage } from '#tests/e2e/test.ts'

type StaticPage = { path: string; title: string; heading: string | RegExp; check?(page: Page): Promise<void> }

const pages: StaticPage[] = [
  {
    path: '/',
    title: 'Samjhao: Instant expert help for ₹10 a minute',
    heading: 'Instant expert help for ₹10 a minute',
  },
  { path: '/how-it-works', title: 'How It Works · Samjhao', heading: 'How It Works', check: checkHowItWorks },
  { path: '/expert-apply', title: 'Apply as an Expert · Samjhao', heading: /expert/i, check: checkApplication },
  { path: '/terms', title: 'Terms of Service · Samjhao', heading: 'Terms of Service', check: checkLegalText },
  { path: '/privacy', title: 'Privacy Policy · Samjhao', heading: 'Privacy Policy', check: checkLegalText },
  { path: '/cookies', title: 'Cookie Policy · Samjhao', heading: 'Cookie Policy', check: checkCookies },
]

for (const { path, title, heading, check } of pages) {
  test(`${path} is complete, accessible and fits the screen`, async ({ page }) => {
    await openPage(page, path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const description = await page.locator('meta[name=description]').getAttribute('content')
    expect(description?.length).toBeGreaterThan(50)
    expect(description?.length).toBeLessThanOrEqual(160)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await expectFitsEveryWidth(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await check?.(page)
  })
}

/** Checks three steps, fifteen industries, and five questions that open by keyboard. */
async function checkHowItWorks(page: Page): Promise<void> {
  for (const step of ['Find an Expert', 'Book Instant Session', 'Get Expert Help']) {
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  for (const industry of industries)
    await expect(page.getByRole('listitem').filter({ hasText: industry }).first()).toBeVisible()
  const questions = page.locator('main details')
  await expect(questions).toHaveCount(5)
  const first = questions.first()
  await first.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('open', '')
  await expect(page.getByRole('main').getByRole('link', { name: 'Find Experts' })).toHaveAttribute('href', '/experts')
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toHaveAttribute(
    'href',
    '/register',
  )
}

/** Checks the documents to send, the email address, and the next steps. */
async function checkApplication(page: Page): Promise<void> {
  const main = page.getByRole('main')
  for (const item of ['introduction', 'documents', 'Gmail ID', 'phone number', 'location']) {
    await expect(main.getByText(new RegExp(item, 'i')).first()).toBeVisible()
  }
  const mail = await main.locator('a[href^="mailto:"]').first().getAttribute('href')
  expect(mail).toMatch(/^mailto:hiring@samjhao\.example\?subject=/)
  await expect(main.locator('a[href^="tel:"]').first()).toBeVisible()
  await expect(main).toContainText('72 hours')
  await expect(main).toContainText('interview')
  await expect(main).toContainText('one-time link')
  await expect(main).toContainText('3-5 business days')
  await expect(main).toContainText('₹8')
}

/** Checks the date, the grievance officer and the table of contents, which is folded on a phone. */
async function checkLegalText(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main).toContainText('Last Updated: April 9, 2025')
  await expect(main).toContainText('Meera Iyer')
  await expect(main.getByRole('link', { name: 'grievance@samjhao.example' })).toBeVisible()
  for (const size of Object.values(screens)) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    const contents = main.getByRole('navigation', { name: 'On this page' }).filter({ visible: true })
    const folded = contents.locator('summary')
    if (await folded.isVisible()) await folded.click()
    await contents.getByRole('link', { name: 'Changes' }).click()
    await expect(page).toHaveURL(/#changes$/)
    await expect(main.getByRole('heading', { name: 'Changes' })).toBeInViewport()
    await expect(main.getByRole('heading', { name: 'Changes' })).toBeFocused()
  }
}

/** Checks the legal text and its table of the five cookies and their lifetimes. */
async function checkCookies(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(6)
  for (const [index, lifetime] of ['session', '30 days', '400 days', '2 years', '24 hours'].entries()) {
    await expect(rows.nth(index + 1)).toContainText(new RegExp(lifetime, 'i'))
  }
  await expect(main.getByText(/not in use today/i).first()).toBeVisible()
  await checkLegalText(page)
}

test('the web manifest and its icons exist', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { name, icons } = await manifest.json()
  expect(name).toBe('Samjhao')
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
  expect((await request.get('/apple-touch-icon.png')).status()).toBe(200)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages are readable and their links work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'How It Works' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How It Works' })).toBeVisible()
    await page.locator('main summary').first().click()
    await expect(page.locator('main details').first()).toHaveAttribute('open', '')
  })
})
