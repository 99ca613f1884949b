import { signInAsStudent } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, test, toastWith, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

test('a student sees an empty profile and completes it', async ({ page }) => {
  await signInAsStudent(page)
  await openPage(page, '/user/profile')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Nisha Kapoor' })).toBeVisible()
  await expect(main).toContainText('Student')
  await expect(main).toContainText(/Member since \w+ \d{4}/)
  await expect(main).toContainText('No recent activity')
  await expect(main).toContainText('Start your first session to see activity here')

  await main.getByRole('link', { name: 'Edit Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Your Profile' })).toBeVisible()
  await expect(page.getByText('Email address cannot be changed')).toBeVisible()
  await expectFitsEveryWidth(page)
  const parent = page.getByLabel(/Parent's WhatsApp Number/)
  await parent.pressSequentially('12345')
  await expect(page.getByText('Please enter a valid 10-digit Indian mobile number.')).toBeVisible()
  await parent.fill('9876543210')
  await expect(page.getByText('Please enter a valid 10-digit Indian mobile number.')).toHaveCount(0)
  await page.getByLabel('Full Name').fill('Nisha Kapoor Rao')
  await page.getByLabel(/Languages/).fill(' Hindi, ,English ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForUrl(page, '/user/profile')
  await expect(toastWith(page, 'Profile updated successfully!')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1, name: 'Nisha Kapoor Rao' })).toBeVisible()
  await page.goto('/user/profile/edit')
  await expect(page.getByLabel(/Languages/)).toHaveValue('Hindi, English')
})
