import { cast } from '#demo/cast.ts'
import { linkMailedTo } from '#tests/e2e/outbox.ts'
import {
  addStudent,
  fillRegistration,
  signInAsStudent,
  logIn,
  logOut,
  registerStudent,
  sendLogIn,
  uniqueEmail,
} from '#tests/e2e/people.ts'
import { screens } from '#tests/e2e/screens.ts'
import {
  waitForUrl,
  expect,
  expectFitsEveryWidth,
  expectAccessible,
  waitForHydration,
  test,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

test('the forms are accessible and fit the screen', async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    await openPage(page, path)
    await expectFitsEveryWidth(page)
  }
})

test('a visitor registers, logs out and logs in again', async ({ page }) => {
  const account = await registerStudent(page)
  await expect(toastWith(page, 'Registration successful! Welcome to Samjhao')).toBeVisible()
  const readStored = () => page.evaluate(() => JSON.parse(localStorage.getItem('samjhao:user') ?? 'null'))
  await expect.poll(readStored).toEqual({ id: expect.any(String), name: 'Nisha Kapoor', role: 'student', avatar: null })

  await logOut(page)
  await expect(toastWith(page, 'You have been logged out.')).toBeVisible()
  await expect.poll(readStored).toBeNull()

  // A toast disappears after a few seconds, so wait for it while the login is still running.
  await Promise.all([
    expect(toastWith(page, 'Login successful! Welcome back.')).toBeVisible({ timeout: 20_000 }),
    logIn(page, account),
  ])
  await waitForUrl(page, '/user/profile')
  await page.goto('/login')
  await waitForUrl(page, '/user/profile')
})

test('a user resets a forgotten password with a mailed link that works once', async ({ page }) => {
  const account = await addStudent()
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account with that address, a link is on its way.')).toBeVisible()
  const link = await linkMailedTo(account.email)
  await openPage(page, link)
  await expectAccessible(page)
  await page.getByLabel('New password').fill('a-better-secret')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await waitForUrl(page, '/login')
  await expect(toastWith(page, 'Password updated successfully!')).toBeVisible()
  await sendLogIn(page, { email: account.email, password: 'a-better-secret' })
  await waitForUrl(page, '/user/profile')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a logout updates the other tabs, and a student can log out all other browsers', async ({ page, browser }) => {
  const account = await signInAsStudent(page)
  await page.setViewportSize(screens.desktop)
  await openPage(page, '/user/security')
  const tab = await page.context().newPage()
  await openPage(tab, '/')
  await expect(tab.getByRole('button', { name: /^Your account/ })).toBeVisible()

  const elsewhere = await browser.newContext()
  const otherPage = await elsewhere.newPage()
  await logIn(otherPage, account)
  await page.reload()
  await waitForHydration(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out of all others' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Log out of all others' }).click()
  await expect(page.getByRole('button', { name: 'Log out of all others' })).toHaveCount(0)
  await otherPage.goto('/user/security')
  await waitForUrl(otherPage, '/login?redirect=/user/security')
  await elsewhere.close()

  await logOut(page)
  await expect(tab.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 4\d\d/] })

  test('a refused registration shows the reason and keeps what was typed, except the password', async ({ page }) => {
    await page.goto('/register')
    await fillRegistration(page, { name: 'Asha Verma', email: cast.asha.email, password: 'quite-a-secret' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('This email address is already registered.')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Verma')
    await expect(page.getByLabel('Email')).toHaveValue(cast.asha.email)
    const password = page.getByLabel('Password', { exact: false }).first()
    await expect(password).toHaveValue('')
    await page.getByLabel('Email').fill(uniqueEmail())
    await password.fill('12345')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Verma')
  })

  test('a visitor can log in', async ({ page }) => {
    await page.goto('/login')
    await sendLogIn(page, cast.asha)
    await waitForUrl(page, '/user/profile')
  })
})
