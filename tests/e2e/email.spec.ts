import { registerStudent } from '#tests/e2e/people.ts'
import { expect, expectAccessible, expectFitsEveryWidth, openPage, test, waitForUrl } from '#tests/e2e/test.ts'

test('a new student sees a reminder, corrects the email address, and confirms it through the demo mail', async ({
  page,
}) => {
  const { email, password } = await registerStudent(page)
  const reminder = page.getByRole('region', { name: 'Confirm your email address' })
  await expect(reminder).toContainText(email)
  await expectFitsEveryWidth(page)
  await reminder.getByRole('link', { name: 'Correct it' }).click()
  await waitForUrl(page, '/user/security')
  const corrected = `nisha-${crypto.randomUUID()}@samjhao.example`
  await page.getByLabel('New email address').fill(corrected)
  await page.getByRole('region', { name: 'Email address', exact: true }).getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await expect(page.getByText(`Your address is now ${corrected}.`)).toBeVisible()
  await expect(reminder).toContainText(corrected)
  await expectAccessible(page)

  await openPage(page, '/user/profile')
  // A job sends the mail. Until the job has run, the button requests another mail.
  await expect(async () => {
    await reminder.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page).toHaveURL(/\/confirm-email\//, { timeout: 2_000 })
  }).toPass()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(reminder).toHaveCount(0)
})
