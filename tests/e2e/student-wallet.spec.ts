import { readFile } from 'node:fs/promises'
import { type PaymentId, paymentId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { signInAsStudent } from '#tests/e2e/people.ts'
import {
  waitForUrl,
  expect,
  expectFitsEveryWidth,
  type Page,
  waitUntilIdle,
  test,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
import { giveMoney } from '#tests/money.ts'

test.describe.configure({ timeout: 90_000 })

const balance = (page: Page) => page.getByTestId('balance')
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true })
const history = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const isPhone = () => test.info().project.name === 'phone'

async function openWallet(page: Page): Promise<void> {
  await signInAsStudent(page)
  await openPage(page, '/user/wallet')
}

/** Pays at the provider’s page and returns with this outcome. */
async function pay(page: Page, amount: string, choice: RegExp): Promise<PaymentId> {
  await amountField(page).fill(amount)
  await page.getByRole('button', { name: /^Add ₹/ }).click()
  await expect(page).toHaveURL(/\/user\/wallet\/pay\//)
  await waitUntilIdle(page)
  const id = paymentId.parse(page.url().split('/').at(-1))
  await page.getByRole('button', { name: choice }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student Wallet' })).toBeVisible()
  return id
}

test('a payment by preset or typed amount succeeds, fails, or is pending until it resolves automatically', async ({
  page,
}) => {
  await openWallet(page)
  await expect(balance(page)).toHaveText('₹0')
  await expect(page.getByText('Use this balance to connect with experts')).toBeVisible()
  await expect(page.getByText(/This is a demo: .* Real payment integration comes later/)).toBeVisible()
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await expect(page.getByText('Your transaction history will appear here')).toBeVisible()
  const add = page.getByRole('button', { name: /^Add / })
  await expect(add).toBeDisabled()
  for (const wrong of ['1.005', 'abc', '१००']) {
    await amountField(page).fill(wrong)
    await add.click()
    await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  }
  await amountField(page).fill('50001')
  await add.click()
  await expect(page.getByText('You can add up to ₹50,000 at a time.')).toBeVisible()
  await expectFitsEveryWidth(page)
  await page.getByRole('button', { name: '₹500' }).click()
  await expect(amountField(page)).toHaveValue('500')
  await add.click()
  await expect(page).toHaveURL(/\/user\/wallet\/pay\//)
  await expectFitsEveryWidth(page)
  await page.getByRole('button', { name: 'Pay ₹500' }).dblclick()
  await expect(toastWith(page, 'Successfully added ₹500 to your wallet')).toBeVisible()
  await waitForUrl(page, '/user/wallet')
  await expect(balance(page)).toHaveText('₹500')
  await expect(amountField(page)).toHaveValue('0')
  await expect(history(page).getByRole('row')).toHaveCount(2)
  await expect(history(page)).toContainText('+₹500')

  await pay(page, '1000', /^Fail$/)
  await expect(toastWith(page, 'Failed to add funds to wallet')).toBeVisible()
  await expect(balance(page)).toHaveText('₹500')

  // A failed or cancelled payment stays in the list and can be tried again.
  await expect(history(page)).toContainText('Failed. The payment was declined.')
  await page.getByRole('link', { name: 'Try again to add ₹1,000' }).click()
  await expect(amountField(page)).toBeFocused()
  await expect(amountField(page)).toHaveValue('1000')
  await expect(amountField(page)).toBeInViewport()
  await pay(page, '70', /^Cancel$/)
  await expect(history(page).getByRole('row').nth(1)).toContainText('Cancelled. Nothing was charged.')
  await expect(balance(page)).toHaveText('₹500')
  await expectFitsEveryWidth(page)

  const id = await pay(page, '200', /^Stay pending$/)
  await expect(page.getByText('Payment pending')).toBeVisible()
  await expect(balance(page)).toHaveText('₹500')
  // Shortens the 30 seconds of the demo provider.
  await inDatabase(async ({ db }) => {
    const past = new Date(Date.now() - 60_000)
    await db.updateTable('demo_orders').set({ chosen_at: past }).where('id', '=', `demo_order_${id}`).execute()
    await enqueue(db, 'poll_payment', { paymentId: id }, { key: `payment ${id}` })
  })
  await expect(balance(page)).toHaveText('₹700')
  await expect(page.getByText('Payment pending')).toHaveCount(0)
  await expect(toastWith(page, 'Successfully added ₹200 to your wallet')).toBeVisible()
})

test.describe('when the network is cut', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('after the server received the request, a retry makes one payment and one credit', async ({ page }) => {
    await openWallet(page)
    await amountField(page).fill('300')
    /** Delivers the next request but drops its response. */
    const loseNextAnswer = () =>
      page.route(
        /\/user\/wallet.*\.data/,
        async (route) => {
          await route.fetch()
          await route.abort('failed')
        },
        { times: 1 },
      )
    await loseNextAnswer()
    await page.getByRole('button', { name: 'Add ₹300' }).click()
    await expect(toastWith(page, 'Failed to add funds to wallet')).toBeVisible()
    await page.getByRole('button', { name: 'Add ₹300' }).click()
    await expect(page).toHaveURL(/\/user\/wallet\/pay\//)
    await waitUntilIdle(page)
    await loseNextAnswer()
    await page.getByRole('button', { name: 'Pay ₹300' }).click()
    await expect(toastWith(page, 'Failed to add funds to wallet')).toBeVisible()
    await page.getByRole('button', { name: 'Pay ₹300' }).click()
    await expect(toastWith(page, 'Successfully added ₹300 to your wallet')).toBeVisible()
    await expect(balance(page)).toHaveText('₹300')
    await expect(history(page).getByRole('row')).toHaveCount(2)
    await page.goBack()
    await page.goForward()
    await page.reload()
    await expect(balance(page)).toHaveText('₹300')
  })
})

test('unused money is returned in three clicks, and all tabs stay in sync', async ({ page, context }) => {
  await openWallet(page)
  const otherTab = await context.newPage()
  await openPage(otherTab, '/user/wallet')
  await pay(page, '250.50', /^Pay/)
  await expect(balance(otherTab)).toHaveText('₹250.50')
  await expect(otherTab.getByRole('banner').getByRole('link', { name: /balance/ })).toContainText('₹250.50')
  if (isPhone()) {
    const tab = otherTab.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: /Wallet/ })
    await expect(tab).toContainText('1 transaction in the last 24 hours')
  }

  await page.getByText('Send money back').click()
  await expect(page.getByLabel('Amount to send back')).toHaveValue('250.50')
  await page.getByRole('button', { name: 'Send it back' }).click()
  await expect(toastWith(page, '₹250.50 is on its way back to where you paid from')).toBeVisible()
  await expect(balance(page)).toHaveText('₹0')
  await expect(balance(otherTab)).toHaveText('₹0')
  await expect(history(otherTab)).toContainText('Sent back')
  await expect(page.getByText('Nothing to send back now')).toBeVisible()
})

test('the history can be filtered, paged and exported with links alone', async ({ page, browser }) => {
  const { email } = await signInAsStudent(page)
  await inDatabase(async ({ db, as }) => {
    const { id } = await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    for (let n = 1; n <= 25; n += 1) await giveMoney(as({ kind: 'system' }), id, paise(n * 100))
  })
  // This context has JavaScript disabled.
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const reader = await context.newPage()
  await reader.goto('/user/wallet')
  const rows = reader.getByRole('table', { name: 'Transactions' }).getByRole('row')
  await expect(rows).toHaveCount(21)
  await expect(rows.nth(1)).toContainText('+₹25')
  await expect(rows.nth(1)).toContainText('₹325')
  await expect(rows.nth(1).locator('time')).toHaveText(/\d{4}, \d+:\d\d [AP]M/)
  await reader.getByRole('link', { name: 'Older' }).click()
  await expect(rows).toHaveCount(6)
  await reader.getByRole('link', { name: 'Newest' }).click()
  await expect(rows).toHaveCount(21)
  await reader.getByRole('link', { name: 'Refund' }).click()
  await expect(reader.getByText('No transactions of this kind yet')).toBeVisible()
  await reader.getByRole('link', { name: 'Top-up' }).click()
  await expect(rows).toHaveCount(21)
  await reader.getByRole('textbox', { name: 'Amount', exact: true }).fill('75')
  await reader.getByRole('button', { name: /^Add/ }).click()
  await reader.getByRole('button', { name: 'Pay ₹75' }).click()
  const status = reader.getByRole('status').filter({ hasText: 'Successfully added ₹75 to your wallet' })
  await expect(status).toBeVisible()
  await context.close()

  await page.goto('/user/wallet')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(27)
  expect(csv).toMatch(/T\d\d:\d\d:\d\d\+05:30,credit,"top-up","Money added \(demo\)","",75\.00,400\.00,""\r\n/)
})
