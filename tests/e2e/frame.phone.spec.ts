import { expect, expectAccessible, waitForHydration, test } from '#tests/e2e/test.ts'

test('the menu of a small screen opens and closes by touch and by keyboard', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const open = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await open.tap()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'How It Works' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'How It Works' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the menu that was opened before any script had come stays open when it comes', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'How It Works' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'How It Works' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the tabs of a small screen send a visitor to log in and remember what for', async ({ page }) => {
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Experts', 'Wallet', 'Profile'])
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: 'Wallet' })).toHaveAttribute('href', '/login?from=wallet')
  await expect(tabs.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/login?from=profile')
  for (const tab of await tabs.getByRole('link').all()) {
    const box = await tab.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
})
