import { logOut, signInAsStudent } from '#tests/e2e/people.ts'
import { expect, expectAccessible, waitForHydration, test, toastWith, openPage } from '#tests/e2e/test.ts'

test('the mobile menu opens and closes by touch and keyboard', async ({ page }) => {
  await openPage(page, '/')
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

test('a menu opened before hydration stays open', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'How It Works' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'How It Works' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the mobile tabs send a visitor to login and remember the target', async ({ page }) => {
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

test('a toast is above the tabs', async ({ page }) => {
  await signInAsStudent(page)
  await openPage(page, '/experts')
  await logOut(page)
  const toast = toastWith(page, 'You have been logged out.')
  await expect(toast).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  // The toast moves while it opens.
  await expect(async () => {
    const [toastBox, tabsBox] = await Promise.all([toast.boundingBox(), tabs.boundingBox()])
    expect(toastBox && tabsBox && toastBox.y + toastBox.height <= tabsBox.y).toBe(true)
    // At the bottom of the page, not anywhere above.
    expect(toastBox && tabsBox && tabsBox.y - toastBox.y - toastBox.height < 40).toBe(true)
  }).toPass({ timeout: 3_000 })
})
