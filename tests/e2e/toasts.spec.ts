import { cast } from '#demo/cast.ts'
import { addExpert } from '#tests/e2e/experts.ts'
import { signInAsAccount, logOut, sendLogIn } from '#tests/e2e/people.ts'
import { holdScripts } from '#tests/e2e/slow-line.ts'
import { expect, waitForHydration, type Page, test, openPage } from '#tests/e2e/test.ts'

const loggedOut = 'You have been logged out.'
const toasts = (page: Page) => page.locator('[data-sonner-toast]')

test('a toast that replaces a closing toast stays', async ({ page }) => {
  const { expertId } = await addExpert()
  await openPage(page, `/expert/${expertId}`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  const share = await page.getByRole('button', { name: 'Share Profile' }).elementHandle()
  await share?.click()
  await expect(toasts(page)).toContainText('Failed to copy link')
  const leaving = await toasts(page).elementHandle()
  // Both clicks run in one script, so that the same text returns during the exit animation.
  await leaving?.evaluate((toast, button) => {
    toast.querySelector<HTMLElement>('[data-close-button]')?.click()
    if (button instanceof HTMLElement) button.click()
  }, share)
  await expect.poll(() => leaving?.evaluate((toast) => toast.isConnected)).toBe(false)
  await expect(toasts(page)).toContainText('Failed to copy link')
})

test('a toast shows once, only in the tab that caused it', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  await openPage(page, '/user/profile')
  const otherTab = await page.context().newPage()
  await openPage(otherTab, '/')
  await logOut(page)
  await expect(toasts(page).filter({ hasText: loggedOut })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(otherTab.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
  await expect(toasts(otherTab)).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(toasts(page)).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('samjhao_flash')
})

test('a logout before the scripts load shows its toast on the next page without interaction', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  const release = await holdScripts(page)
  await page.goto('/user/profile', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await release()
  await expect(toasts(page).filter({ hasText: loggedOut })).toBeVisible()
  await openPage(page, '/how-it-works')
  await expect(toasts(page)).toHaveCount(0)
})

test('a menu opened before hydration stays open and closes on navigation', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  const release = await holdScripts(page)
  await page.goto('/user/profile', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Your account/ }).click()
  const link = page.getByRole('link', { name: 'Security' })
  await expect(link).toBeVisible()
  await release()
  await waitForHydration(page)
  await expect(link).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(link).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the text of a toast shows on the next page only', async ({ page }) => {
    await page.goto('/login')
    await sendLogIn(page, cast.asha)
    await expect(page.getByRole('heading', { level: 1, name: cast.asha.fullName })).toBeVisible()
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('status').filter({ hasText: loggedOut })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(loggedOut)).toHaveCount(0)
  })
})
