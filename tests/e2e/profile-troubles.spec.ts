import { readFile } from 'node:fs/promises'
import { cast } from '#seeds/cast.ts'
import { be, beStudent } from '#tests/e2e/people.ts'
import { arrivedAt, expect, expectAccessible, hydrated, test, toastWith } from '#tests/e2e/test.ts'

test.use({ expectedComplaints: [/ERR_FAILED|Failed to fetch|status of (422|502)/] })
test.describe.configure({ timeout: 60_000 })

test('what was typed survives a network that fails and a hasty click', async ({ page }) => {
  await beStudent(page)
  await page.goto('/user/profile/edit')
  await hydrated(page)
  await page.getByLabel('Full Name').fill('Nisha Rao')
  await page.route('**/user/profile/edit.data*', (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastWith(page, 'Failed to update profile. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Nisha Rao')
  await page.unroute('**/user/profile/edit.data*')

  const leave = page.getByRole('contentinfo').getByRole('link', { name: 'How It Works' })
  await leave.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Nisha Rao')
  await leave.click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await arrivedAt(page, '/how-it-works')
})

test('an applicant who arrives is told that the application is under review', async ({ page }) => {
  await be(page, cast.ravi)
  await page.goto('/expert/profile?fromApplication=1')
  await hydrated(page)
  await expect(toastWith(page, 'Application Received')).toBeVisible()
})

test('an expert page that does not load says why, and comes back by itself', async ({ page }) => {
  await be(page, cast.ravi)
  await page.goto('/how-it-works')
  await hydrated(page)
  await page.route('**/expert/profile.data*', (route) => route.abort())
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Expert Profile' }).click()
  await expect(page.getByText(/Failed to load profile: Network error/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.unroute('**/expert/profile.data*')
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeVisible({ timeout: 20_000 })
})

test('an expert page that does not load is tried three times more, then when somebody asks', async ({
  page,
}) => {
  await be(page, cast.ravi)
  await page.goto('/how-it-works')
  await hydrated(page)
  let failing: 'cut off' | 'server gone' | null = 'cut off'
  await page.route('**/expert/profile.data*', (route) => {
    if (failing === 'cut off') return route.abort()
    return failing ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue()
  })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Expert Profile' }).click()
  await expect(page.getByText(/attempt 1 of 3/)).toBeVisible()
  await expect(page.getByText('It did not work in 3 more attempts.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Failed to load profile: Network error/)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expectAccessible(page)
  const tryAgain = page.getByRole('button', { name: 'Try Again' })
  failing = 'server gone'
  await tryAgain.click()
  await expect(page.getByText('An unexpected error occurred. Please try again later.')).toBeVisible()
  failing = null
  await tryAgain.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeVisible()
})

test('one can take one’s data along and then leave for good', async ({ page }) => {
  await beStudent(page)
  await page.goto('/user/security')
  await hydrated(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ profile: { full_name: 'Nisha Kapoor' } })

  await page.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('not-the-one')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('The current password is not right.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill('quite-a-secret')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(toastWith(page, 'Your account has been deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
})
