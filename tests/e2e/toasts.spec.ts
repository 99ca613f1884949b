import { cast } from '#demo/cast.ts'
import { addExpert } from '#tests/e2e/experts.ts'
import { signInAsAccount, logOut, sendLogIn } from '#tests/e2e/people.ts'
import { expect, waitForHydration, type Page, test } from '#tests/e2e/test.ts'

const loggedOut = 'You have been logged out.'
const toasts = (page: Page) => page.locator('[data-sonner-toast]')

/** As on a slow line: the page is there, its scripts are not. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('a toast that replaces one which is just leaving stays', async ({ page }) => {
  const { expertId } = await addExpert()
  await page.goto(`/expert/${expertId}`)
  await waitForHydration(page)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  const share = await page.getByRole('button', { name: 'Share Profile' }).elementHandle()
  await share?.click()
  await expect(toasts(page)).toContainText('Failed to copy link')
  const leaving = await toasts(page).elementHandle()
  // In one go: the way out takes a moment, and the same words come in the middle of it.
  await leaving?.evaluate((toast, button) => {
    toast.querySelector<HTMLElement>('[data-close-button]')?.click()
    if (button instanceof HTMLElement) button.click()
  }, share)
  await expect.poll(() => leaving?.evaluate((toast) => toast.isConnected)).toBe(false)
  await expect(toasts(page)).toContainText('Failed to copy link')
})

test('a toast belongs to the tab in which it was earned, and shows once', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  await page.goto('/user/profile')
  await waitForHydration(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await waitForHydration(other)
  await logOut(page)
  await expect(toasts(page).filter({ hasText: loggedOut })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(other.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
  await expect(toasts(other)).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(toasts(page)).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('samjhao_flash')
})

test('a page that is left before its scripts have come hands the toast on, and nobody has to touch the next one', async ({
  page,
}) => {
  await signInAsAccount(page, cast.asha)
  const release = await holdScripts(page)
  await page.goto('/user/profile', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await release()
  await expect(toasts(page).filter({ hasText: loggedOut })).toBeVisible()
  await page.goto('/how-it-works')
  await waitForHydration(page)
  await expect(toasts(page)).toHaveCount(0)
})

test('a menu that was opened before the scripts came stays open, and closes when one goes on', async ({
  page,
}) => {
  await signInAsAccount(page, cast.asha)
  const release = await holdScripts(page)
  await page.goto('/user/profile', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Your account/ }).click()
  const way = page.getByRole('link', { name: 'Security' })
  await expect(way).toBeVisible()
  await release()
  await waitForHydration(page)
  await expect(way).toBeVisible()
  await way.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(way).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the text of a toast is on the next page, and only there', async ({ page }) => {
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
