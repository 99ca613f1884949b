import { screens } from '#tests/e2e/screens.ts'
import { expect, expectAccessible, expectFitsEveryWidth, test, openPage } from '#tests/e2e/test.ts'

// One avatar has a missing picture, to show the fallback.
test.use({ expectedErrors: [/status of 404/] })

// The gallery is the largest page and the development server is slow, so open it rarely.
test.describe.configure({ timeout: 120_000 })

test('components are accessible, overlays take and return the focus, and toasts are announced', async ({ page }) => {
  await openPage(page, '/gallery')
  await expectFitsEveryWidth(page)

  const overlays = page.getByRole('region', { name: 'Tabs, menus, dialogs and sheets' })
  for (const size of Object.values(screens)) {
    await page.setViewportSize(size)
    for (const name of ['End Session', 'Filters, from the right', 'Details, from the bottom']) {
      const trigger = overlays.getByRole('button', { name, exact: true })
      await trigger.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await expectAccessible(page, '[role=dialog], dialog[open]')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(trigger).toBeFocused()
    }
  }

  await page.getByRole('button', { name: 'Success', exact: true }).click()
  await expect(page.locator('[data-sonner-toast]')).toContainText('Successfully added ₹500 to your wallet')
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Successfully added ₹500' })).toHaveCount(1)
})

test('the frame shows students and experts their own links', async ({ page }) => {
  await openPage(page, '/gallery?viewer=expert')
  const wide = page.frameLocator('iframe[title="Wide, expert"]')
  await expect(wide.getByRole('link', { name: 'Expert Wallet, balance ₹1,00,000' })).toHaveAttribute(
    'href',
    '/expert/wallet',
  )
  await wide.getByRole('button', { name: /^Your account/ }).click()
  await expect(wide.getByRole('link', { name: 'Expert Profile' })).toHaveAttribute('href', '/expert/profile')
  await expect(wide.getByText('kavita.raghunathan.subramaniam@example.in')).toBeVisible()
  await expect(wide.getByRole('button', { name: 'Log out' })).toBeVisible()
  const narrow = page.frameLocator('iframe[title="On a phone, expert"]')
  // One badge is on the bell, the other on the wallet.
  await expect(narrow.getByText('99+', { exact: true })).toHaveCount(2)

  await page.getByRole('link', { name: 'student', exact: true }).click()
  const student = page.frameLocator('iframe[title="Wide, student"]')
  await expect(student.getByRole('link', { name: 'User Wallet, balance ₹1,240.50' })).toHaveAttribute(
    'href',
    '/user/wallet',
  )
  const phone = page.frameLocator('iframe[title="On a phone, student"]')
  await expect(phone.getByRole('link', { name: /3 transactions in the last 24 hours/ })).toBeVisible()
})
