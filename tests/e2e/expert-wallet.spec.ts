import { readFile } from 'node:fs/promises'
import { inDatabase } from '#tests/e2e/database.ts'
import { signInAsExpert } from '#tests/e2e/experts.ts'
import {
  waitForUrl,
  expect,
  expectFitsEveryWidth,
  expectAccessible,
  expectNoSidewaysScroll,
  type Page,
  test,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
import { earnMinutes } from '#tests/money.ts'
import { bank } from '#tests/withdrawals.ts'

test.describe.configure({ timeout: 90_000 })

const system = { kind: 'system' } as const

/** Signs in as Ravi, who earned ₹8 for each of these minutes. */
async function signInWithEarnings(page: Page, minutes: number) {
  const ravi = await signInAsExpert(page)
  if (minutes > 0) await inDatabase(({ as }) => earnMinutes(as(system), ravi.person.id, minutes))
  return ravi
}

const openWallet = (page: Page) => openPage(page, '/expert/wallet')

async function fillAccount(page: Page, account = bank) {
  await page.getByLabel('Bank name').fill(account.bankName)
  await page.getByLabel('Account number').fill(account.accountNumber)
  await page.getByLabel('IFSC code').fill(account.ifscCode)
}

const figure = (page: Page, title: string) =>
  page.getByRole('heading', { name: title }).locator('xpath=..').locator('.figures')

test.describe('withdrawing', () => {
  // The test enters a wrong password.
  test.use({ expectedErrors: [/status of 422/] })

  test('an expert withdraws to a new account with the password, then to the same account without it', async ({
    page,
  }) => {
    const { password } = await signInWithEarnings(page, 100)
    const main = await openWallet(page)
    await expect(figure(page, 'Available for Withdrawal')).toHaveText('₹800')
    await expect(figure(page, "Today's Earnings")).toHaveText('₹800')
    const request = main.getByRole('button', { name: 'Request Withdrawal' })
    await expect(request).toBeDisabled()

    const amount = page.getByLabel('Amount')
    for (const [typed, words] of [
      ['-5', 'Please enter a valid amount'],
      ['1.005', 'Please enter a valid amount'],
      ['१००', 'Please enter a valid amount'],
      ['800.01', 'Withdrawal amount cannot exceed your balance'],
    ] as const) {
      await amount.fill(typed)
      await expect(main.getByText(words)).toBeVisible()
      await expect(request).toBeDisabled()
    }
    await amount.fill('300')
    await expect(main.getByText('₹300 leaves your wallet now, ₹500 stays.')).toBeVisible()
    // The button is aria-disabled, so a user can still click it.
    await request.click({ force: true })
    await expect(toastWith(page, 'Please fill in all required bank details')).toBeVisible()
    await fillAccount(page, { ...bank, ifscCode: 'HDFC1001234' })
    const wrongCode = 'The fifth character of an IFSC code is always a zero.'
    await expect(page.getByLabel('IFSC code')).toHaveAccessibleDescription(new RegExp(`^${wrongCode}`))
    await expect(main.getByRole('status').filter({ hasText: wrongCode })).toBeAttached()
    await expect(main.getByText(wrongCode).first()).toBeVisible()
    await fillAccount(page)
    await page.getByLabel('Notes').fill('For the rent')
    await expect(request).toBeEnabled()
    await request.click()

    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(dialog).toContainText('₹300 goes to an account at HDFC Bank ending in 6789')
    await dialog.getByLabel('Your password').fill('a guess')
    await dialog.getByRole('button', { name: 'Confirm and request' }).click()
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Confirm and request' }).click()
    await expect(toastWith(page, 'Withdrawal request submitted successfully')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(figure(page, 'Available for Withdrawal')).toHaveText('₹500')
    await expect(main.getByRole('row', { name: /Withdrawal request of ₹300/ })).toBeVisible()
    await expect(amount).toHaveValue('')
    await expect(page.getByLabel('Notes')).toHaveValue('')

    await expect(main.getByText('HDFC Bank')).toBeVisible()
    await expect(page.getByLabel('Account number')).toHaveCount(0)
    await amount.fill('500')
    await request.click()
    await expect(figure(page, 'Available for Withdrawal')).toHaveText('₹0')
    await page.getByRole('tab', { name: 'Withdrawals' }).click()
    const rows = page.getByRole('tabpanel', { name: 'Withdrawals' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Pending' })).toHaveCount(2)
    await expect(rows.filter({ hasText: '₹500' })).toContainText('••••6789')
    await expectFitsEveryWidth(page)
  })
})

test('the dashboard links scroll to their section of the wallet', async ({ page }) => {
  await signInWithEarnings(page, 1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const scrolls: string[] = []
    Object.assign(window, { scrolls })
    const original = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function scrollIntoView(options) {
      const { behavior = 'jump' } = typeof options === 'object' ? options : {}
      scrolls.push(`${(this as HTMLElement).dataset.section} ${behavior}`)
      original.call(this, options)
    }
  })
  const listScrolls = () => page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls)
  const followLink = async (link: string) => {
    await openPage(page, '/expert/profile')
    await page.getByRole('link', { name: link }).click()
  }
  await followLink('Withdraw Funds')
  await waitForUrl(page, '/expert/wallet#withdraw-funds')
  await expect.poll(listScrolls).toEqual(['withdraw-funds smooth'])
  await expect(page.getByRole('heading', { name: 'Withdraw Funds' })).toBeInViewport()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await followLink('View Transactions')
  await waitForUrl(page, '/expert/wallet#transactions')
  await expect.poll(listScrolls).toEqual(['transactions instant'])
  await expect(page.getByRole('tab', { name: 'Transactions' })).toBeInViewport()
})

test('a monthly statement can be read, printed and downloaded', async ({ page }) => {
  await signInWithEarnings(page, 12)
  const main = await openWallet(page)
  await main.getByText('Show the days as a table').click()
  await expect(main.getByRole('table', { name: 'Earnings by day' }).getByRole('row').nth(1)).toContainText('₹96')
  await main.getByRole('link', { name: 'Monthly statement' }).click()
  await expect(main.getByRole('heading', { level: 1, name: /^Statement of \w+ 20\d\d$/ })).toBeVisible()
  await expect(main.getByRole('row', { name: /Session of 12 minutes/ })).toContainText('₹120₹24₹96')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^samjhao-earnings-20\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toMatch(/"session","Session of 12 minutes","[^"]*",120\.00,24\.00,96\.00,96\.00,"[^"]*"\r\n/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(main.getByText('Download CSV')).toBeHidden()
  await expect(main.getByText('Session of 12 minutes')).toBeVisible()
})
