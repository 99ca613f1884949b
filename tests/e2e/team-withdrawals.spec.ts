import { readFile } from 'node:fs/promises'
import { signInAsAccount } from '#tests/e2e/people.ts'
import { addWithdrawal, confirmIn, signInAsTeam } from '#tests/e2e/team-people.ts'
import { announcement, expect, expectFitsEveryWidth, test, openPage } from '#tests/e2e/test.ts'
import { bank } from '#tests/withdrawals.ts'

test.describe.configure({ timeout: 90_000 })

test.describe('a withdrawal', () => {
  // The test enters a wrong password.
  test.use({ expectedErrors: [/status of 422/] })

  test('is rejected with a reason, and the money returns to the wallet', async ({ page }) => {
    const { ravi, id } = await addWithdrawal({ minutes: 100, amount: '100' })
    const { password } = await signInAsTeam(page)
    const main = await openPage(page, `/team/withdrawals?q=${encodeURIComponent(ravi.email)}`)
    await expectFitsEveryWidth(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/team/withdrawals/${id}`)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('₹100 to Ravi Nair')
    await expect(main).toContainText('••••6789')
    await main.getByRole('button', { name: 'Show the account' }).click()
    await expect(main).toContainText(bank.accountNumber)
    await expectFitsEveryWidth(page)

    const reject = page.getByRole('region', { name: 'Reject' })
    await reject.getByLabel('Reason').fill('The name does not match.')
    await reject.getByLabel('Your password').fill('a guess')
    await reject.getByRole('button', { name: 'Reject' }).click()
    await confirmIn(page)
    await expect(reject.getByRole('alert')).toHaveText('The current password is incorrect.')
    await reject.getByLabel('Your password').fill(password)
    await reject.getByRole('button', { name: 'Reject' }).click()
    await confirmIn(page)
    await expect(announcement(page, 'Rejected. The money is back in the wallet.')).toBeAttached()
    await expect(main).toContainText('withdrawal rejected by Tara Bose')
    await expect(main.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await signInAsAccount(page, ravi)
    const wallet = await openPage(page, '/expert/wallet')
    await expect(wallet).toContainText('You have ₹800.')
    await wallet.getByRole('tab', { name: 'Withdrawals' }).click()
    await expect(wallet).toContainText('The name does not match.')
  })
})

test('a withdrawal is approved by one person, exported and paid out by another', async ({ page }) => {
  const { ravi, id } = await addWithdrawal({ minutes: 100, amount: '120' })
  const { password } = await signInAsTeam(page)
  const main = await openPage(page, `/team/withdrawals/${id}`)
  await page.getByRole('region', { name: 'Approve' }).getByLabel('Your password').fill(password)
  await main.getByRole('button', { name: 'Approve ₹120' }).click()
  await confirmIn(page)
  await expect(announcement(page, 'Approved. It can be paid out now.')).toBeAttached()
  await expect(main.getByLabel('Your password')).toHaveCount(0)
  await expect(main).toContainText('A team member other than the one who approved it must pay this out.')

  const vikram = await signInAsTeam(page, 'Vikram Shah')
  await openPage(page, `/team/withdrawals?q=${encodeURIComponent(ravi.email)}&status=approved`)
  await main.getByRole('checkbox', { name: 'Export ₹120 to Ravi Nair' }).check()
  await main.getByLabel('Your password').fill(vikram.password)
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), confirmIn(page)])
  expect(await readFile(await file.path(), 'utf8')).toContain(
    `"${id}","Ravi Nair","${bank.accountNumber}","${bank.ifscCode}","${bank.bankName}",120.00,"demo, no bank involved"`,
  )

  await main.getByRole('link', { name: 'Ravi Nair' }).click()
  await expect(page.getByRole('region', { name: 'Reject' })).toContainText('The bank did not pay this withdrawal')
  await expectFitsEveryWidth(page)
  await main.getByRole('button', { name: 'Mark ₹120 as paid out' }).click()
  await confirmIn(page)
  await expect(announcement(page, 'Paid out (demo, no bank involved).')).toBeAttached()
  await expect(main).toContainText('Processed')
  await expect(main).toContainText('withdrawals exported by Vikram Shah')
})
