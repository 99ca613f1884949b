import { addExpert, beExpert } from '#tests/e2e/experts.ts'
import { be } from '#tests/e2e/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  type Page,
  test,
  toastWith,
} from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

async function openDashboard(page: Page) {
  await page.goto('/expert/profile')
  await hydrated(page)
  return page.getByRole('switch')
}

test('an expert who waits for approval and tries the switch is told why it stays', async ({ page }) => {
  await beExpert(page, { approval: 'pending' })
  const online = await openDashboard(page)
  await expect(online).toBeDisabled()
  // As a person would: the switch says that it is disabled, and may be tried all the same.
  await online.click({ force: true })
  await expect(toastWith(page, 'Cannot change status')).toContainText(
    'Your expert account is pending approval',
  )
  await expect(online).not.toBeChecked()
})

test(
  'a suspended expert may look, but everything is closed, and the page says whom to ask',
  { tag: '@every-width' },
  async ({ page }) => {
    const expert = await addExpert({ approval: 'suspended' })
    await be(page, expert)
    await openDashboard(page)
    const main = page.getByRole('main')
    await expect(main.getByText('Suspended', { exact: true })).toBeVisible()
    await expect(main.getByText('Closed while your account is suspended.')).toBeVisible()
    for (const name of ['Sessions', 'Earnings', 'Reviews']) {
      await page.getByRole('tab', { name }).click()
      const panel = page.getByRole('tabpanel', { name })
      await expect(panel.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
      await expect(panel.getByRole('link', { name: 'support@samjhao.example' })).toBeVisible()
    }
    await expect(main.getByRole('link', { name: 'Withdraw Funds' })).toHaveCount(0)
    await main.getByRole('switch').click({ force: true })
    await expect(toastWith(page, 'Cannot change status')).toContainText('Your expert account is suspended')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test('what is switched on one screen shows on the other', async ({ page }) => {
  await beExpert(page)
  const here = await openDashboard(page)
  const otherPage = await page.context().newPage()
  const there = await openDashboard(otherPage)
  await page.getByRole('button', { name: 'Go Online' }).click()
  await expect(toastWith(page, 'You are now online')).toBeVisible()
  await expect(there).toBeChecked()
  await there.click()
  await expect(toastWith(otherPage, 'You are now offline')).toBeVisible()
  await expect(here).not.toBeChecked()
})

test.describe('when the switch does not reach the server', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] })

  test('it goes back, and says so', async ({ page }) => {
    await beExpert(page)
    const online = await openDashboard(page)
    await page.route('**/expert/profile.data*', (route) => route.abort())
    await online.click()
    await expect(toastWith(page, 'Failed to update your status.')).toContainText(
      'Something went wrong. Please try again.',
    )
    await expect(online).not.toBeChecked()
    await page.unroute('**/expert/profile.data*')
    await online.click()
    await expect(toastWith(page, 'You are now online')).toBeVisible()
    await expect(online).toBeChecked()
  })
})

test('while the live connection is refused the status is not known, and says so until it is', async ({
  page,
}) => {
  await beExpert(page)
  let refusing = true
  await page.routeWebSocket('**/live', (socket) => {
    if (refusing) void socket.close()
    else socket.connectToServer()
  })
  const online = await openDashboard(page)
  await expect(online).toHaveAccessibleDescription('Failed to fetch status. Please refresh.')
  await expect(online).toBeDisabled()
  await online.click({ force: true })
  await expect(toastWith(page, 'Failed to fetch status. Please refresh.')).toBeVisible()
  await expect(online).not.toBeChecked()
  await expectAccessible(page)
  refusing = false
  // The next attempt may be ten seconds away.
  await expect(online).toBeEnabled({ timeout: 20_000 })
  await expect(online).toHaveAccessibleDescription('You receive no requests.')
})
