import { addExpert, dashboardSwitch, signInAsExpert } from '#tests/e2e/experts.ts'
import { signInAsAccount } from '#tests/e2e/people.ts'
import { expect, expectFitsEveryWidth, type Page, test, toastWith, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

async function openDashboard(page: Page) {
  await openPage(page, '/expert/profile')
  return dashboardSwitch(page)
}

test('a suspended expert can only read pages, and sees the support email address', async ({ page }) => {
  const expert = await addExpert({ approval: 'suspended' })
  await signInAsAccount(page, expert)
  await openDashboard(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(main.getByText('Not available while your account is suspended.')).toBeVisible()
  for (const name of ['Sessions', 'Earnings', 'Reviews']) {
    await page.getByRole('tab', { name }).click()
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'support@samjhao.example' })).toBeVisible()
  }
  await expect(main.getByRole('link', { name: 'Withdraw Funds' })).toHaveCount(0)
  await dashboardSwitch(page).click({ force: true })
  await expect(toastWith(page, 'Cannot change status')).toContainText('Your expert account is suspended')
  await expectFitsEveryWidth(page)
})

test('the online switch stays in sync between two tabs', async ({ page }) => {
  await signInAsExpert(page)
  const firstSwitch = await openDashboard(page)
  const otherPage = await page.context().newPage()
  const secondSwitch = await openDashboard(otherPage)
  await page.getByRole('button', { name: 'Go Online' }).click()
  await expect(toastWith(page, 'You are now online')).toBeVisible()
  await expect(secondSwitch).toBeChecked()
  await secondSwitch.click()
  await expect(toastWith(otherPage, 'You are now offline')).toBeVisible()
  await expect(firstSwitch).not.toBeChecked()
})
