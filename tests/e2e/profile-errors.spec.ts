import { readFile } from 'node:fs/promises'
import { inDatabase } from '#tests/e2e/database.ts'
import { addStudent, setSignInCookie, signInAsStudent } from '#tests/e2e/people.ts'
import {
  expect,
  expectAccessible,
  expectFitsEveryWidth,
  openPage,
  test,
  toastWith,
  waitForUrl,
} from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'

test.use({ expectedErrors: [/status of 422/] })
test.describe.configure({ timeout: 60_000 })

test('a student with money reads before the password that the wallet must be empty first', async ({ page }) => {
  const { person, token } = await addStudent()
  await inDatabase(({ as }) => giveMoney(as({ kind: 'system' }), person.id, rupees(100)))
  await setSignInCookie(page, token)
  await openPage(page, '/user/security')
  await page.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('There is still ₹100 in your wallet')).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toHaveCount(0)
  await expectFitsEveryWidth(page)
  await dialog.getByRole('link', { name: 'Go to your wallet' }).click()
  await waitForUrl(page, '/user/wallet')
})

test('a student downloads their data and then deletes the account', async ({ page }) => {
  await signInAsStudent(page)
  await openPage(page, '/user/security')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ profile: { full_name: 'Nisha Kapoor' } })

  await page.getByRole('button', { name: 'Delete your account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('not-the-one')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill('quite-a-secret')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(toastWith(page, 'Your account has been deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
})
