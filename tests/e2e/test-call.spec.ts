import { signInAsExpert } from '#tests/e2e/experts.ts'
import { expect, expectFitsEveryWidth, openPage, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ permissions: ['camera', 'microphone'] })

test('a new expert calls themselves, and the step is done', async ({ page }) => {
  await signInAsExpert(page, { approval: 'pending' })
  await openPage(page, '/expert/profile/edit')
  const step = page
    .getByRole('region', { name: 'Your first steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Camera and microphone' })
  await expect(step).toContainText('To do')
  await step.getByRole('link', { name: 'Camera and microphone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Test call' })).toBeVisible()
  await page.getByRole('button', { name: 'Start the test call' }).click()
  await expect(page.getByText('Your picture arrives. Your voice arrives.')).toBeVisible()
  await expect(page.getByText(/^Voice and picture arrived on /)).toBeVisible()
  await expectFitsEveryWidth(page)
  await openPage(page, '/expert/profile/edit')
  await expect(step).toContainText('Done')
})
