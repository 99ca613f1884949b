import {
  waitForUrl,
  expect,
  expectAccessible,
  expectNoViolations,
  expectNotHydrated,
  waitForHydration,
  test,
  openPage,
} from '#tests/e2e/test.ts'

test('the footer lists its links', { tag: '@every-width' }, async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation', { name: 'Quick Links' }).getByRole('link')).toHaveText([
    'Home',
    'Find Experts',
    'How It Works',
    'Your Profile',
  ])
  await expect(footer.getByRole('navigation', { name: 'Legal' }).getByRole('link')).toHaveText([
    'Terms of Service',
    'Privacy Policy',
    'Cookie Policy',
  ])
})

test('the first Tab press shows the skip link', async ({ page }) => {
  await openPage(page, '/terms')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'navigation scrolls to the top and focuses the heading, and back restores the position',
  { tag: '@every-width' },
  async ({ page }) => {
    await openPage(page, '/terms')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
    await link.scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  },
)

test('a page fetches its scripts when it is idle, and runs none before the first interaction', async ({ page }) => {
  for (const path of ['/terms', '/']) {
    await page.goto(path)
    const listScripts = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, initiatorType, transferSize }) => ({
            name,
            isFetched: initiatorType === 'fetch',
            transferSize,
          })),
      )
    await expect.poll(async () => (await listScripts()).length).toBeGreaterThan(5)
    await page.waitForLoadState('networkidle')
    const fetched = (await listScripts()).filter(({ isFetched }) => isFetched).map(({ name }) => name)
    expect(fetched.length).toBeGreaterThan(5)
    await expectNotHydrated(page)
    await waitForHydration(page)
    const run = (await listScripts()).filter(({ name, isFetched }) => !isFetched && fetched.includes(name))
    expect(run.map(({ name }) => name).toSorted()).toEqual(fetched.toSorted())
    // They come from the cache.
    expect(run.filter(({ transferSize }) => transferSize > 0)).toEqual([])
  }
})

test('a URL fragment scrolls to its section', async ({ page }) => {
  await page.goto('/privacy#rights')
  await expect(page.locator('#rights')).toBeInViewport()
})

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('shows Page Not Found and links home', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await waitForUrl(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Instant expert help')
  })
})

test('a slow navigation shows a progress bar until the page loads', async ({ page }) => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/expert-apply.data*', async (route) => {
    await held
    await route.continue()
  })
  await openPage(page, '/')
  await page.getByRole('main').getByRole('link', { name: 'Apply as Expert' }).click()
  const line = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(line).toHaveCSS('opacity', '1')
  await expectNoViolations(page)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Apply as an Expert' })).toBeVisible()
  await expect(line).toHaveCount(0)
})

test.describe('when the network fails during navigation', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the page shows the error and can be retried', async ({ page }) => {
    await openPage(page, '/')
    await page.route('**/expert-apply.data*', (route) => route.abort())
    await page.getByRole('main').getByRole('link', { name: 'Apply as Expert' }).click()
    const heading = 'Network error. Please check your connection and try again.'
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/expert-apply.data*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Apply as an Expert' })).toBeVisible()
  })
})

test.describe('an injected script', () => {
  test.use({ expectedErrors: [/violates the following Content Security Policy directive/] })

  test('does not run', async ({ page }) => {
    const response = await page.goto('/')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.smuggled = true'
      document.body.append(script)
      return 'smuggled' in window
    })
    expect(ran).toBe(false)
  })
})
