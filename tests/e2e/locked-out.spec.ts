import { logIn, logOut, registerStudent, sendLogIn } from '#tests/e2e/people.ts'
import { expect, openPage, test, toastWith } from '#tests/e2e/test.ts'

test.use({ expectedComplaints: [/status of 4(01|29)/] })
test.describe.configure({ timeout: 60_000 })

test('a student logs in with a known browser while a stranger guesses the password', async ({ page, browser }) => {
  const account = await registerStudent(page)
  await logOut(page)
  const context = await browser.newContext()
  const stranger = await context.newPage()
  await openPage(stranger, '/login')
  await expect(async () => {
    await sendLogIn(stranger, { ...account, password: 'a wrong guess' })
    await expect(toastWith(stranger, 'Too many login attempts. Please try again later.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await context.close()
  await logIn(page, account)
})
