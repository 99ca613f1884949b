import { cast } from '#seeds/cast.ts'
import { linkMailedTo } from '#tests/e2e/outbox.ts'
import {
  addStudent,
  be,
  beStudent,
  fillRegistration,
  logIn,
  logOut,
  newAddress,
  registerStudent,
  sendLogIn,
} from '#tests/e2e/people.ts'
import {
  arrivedAt,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  test,
  toastWith,
} from '#tests/e2e/test.ts'

// A refused form answers with the status of its refusal, and browsers write that into their console.
test.use({ expectedComplaints: [/status of 4(01|09|10|22|29)/] })
test.describe.configure({ timeout: 60_000 })

test('the forms are accessible and fit the screen', { tag: '@every-width' }, async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(path)
    await hydrated(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

test('a visitor registers, logs out and logs in again', { tag: '@every-width' }, async ({ page }) => {
  const account = await registerStudent(page)
  await expect(toastWith(page, 'Registration successful! Welcome to Samjhao')).toBeVisible()
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('samjhao:user') ?? 'null'))
  await expect
    .poll(stored)
    .toEqual({ id: expect.any(String), name: 'Nisha Kapoor', role: 'student', avatar: null })

  await logOut(page)
  await expect(toastWith(page, 'You have been logged out.')).toBeVisible()
  await expect.poll(stored).toBeNull()

  await logIn(page, account)
  await expect(toastWith(page, 'Login successful! Welcome back.')).toBeVisible()
  await arrivedAt(page, '/user/profile')
  await page.goto('/login')
  await arrivedAt(page, '/user/profile')
})

test('the forms say what is wrong, beside the field', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  await fillRegistration(page, { name: 'N', email: 'nisha', password: '12345' })
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const text of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    'Please confirm that you are 18 or over and accept the terms.',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectAccessible(page)
})

test('an address that is taken and a password that everybody uses are refused', async ({ page }) => {
  await page.goto('/register')
  await hydrated(page)
  await page.getByRole('checkbox').check()
  await fillRegistration(page, { name: 'Asha Again', email: cast.asha.email, password: 'quite-a-secret' })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toastWith(page, 'This email address is already registered.')).toBeVisible()
  await expect(page.getByText('We encountered an issue with registration.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Again')
  await fillRegistration(page, { name: 'Asha Again', email: newAddress(), password: 'password123' })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toastWith(page, 'Password is too weak. Please use at least 6 characters.')).toBeVisible()
})

test('a wrong password is refused in the same words as an unknown address, and soon it has to wait', async ({
  page,
}) => {
  const account = await addStudent()
  await page.goto('/login')
  await hydrated(page)
  // The words of the answer before are still there when the next is asked for, so each answer is waited for itself.
  const tryWith = async (email: string) => {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await sendLogIn(page, { email, password: 'not-the-one' })
    return (await answer).status()
  }
  for (const email of [account.email, newAddress()]) {
    expect(await tryWith(email)).toBe(401)
    await expect(toastWith(page, 'Invalid email or password. Please try again.')).toBeVisible()
    await expect(page.getByText('Unable to log in with the provided credentials.')).toBeVisible()
  }
  await expect.poll(() => tryWith(account.email), { timeout: 40_000, intervals: [0] }).toBe(429)
  await expect(toastWith(page, 'Too many login attempts. Please try again later.')).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })

  test('logging in and registering say so, and what was typed stays', async ({ page }) => {
    await page.goto('/login')
    await hydrated(page)
    await page.route('**/login.data*', (route) => route.abort())
    await sendLogIn(page, cast.asha)
    await expect(toastWith(page, 'Network error. Please check your connection and try again.')).toBeVisible()
    await expect(page.getByLabel('Email').first()).toHaveValue(cast.asha.email)
    await page.goto('/register')
    await hydrated(page)
    await page.route('**/register.data*', (route) => route.abort())
    await fillRegistration(page, { name: 'Nisha Kapoor', email: newAddress(), password: 'quite-a-secret' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(toastWith(page, 'Network error. Please check your connection and try again.')).toBeVisible()
  })
})

test('the way back survives log in and registration, but leads to this site only', async ({ page }) => {
  await page.goto('/login?redirect=/how-it-works')
  await hydrated(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an Account' })).toBeVisible()
  await arrivedAt(page, '/register?redirect=%2Fhow-it-works')
  await fillRegistration(page, { name: 'Nisha Kapoor', email: newAddress(), password: 'quite-a-secret' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await arrivedAt(page, '/how-it-works')
  await page.context().clearCookies()
  await logIn(page, cast.asha, '/login?redirect=//evil.example/')
  await arrivedAt(page, '/user/profile')
})

test('the expert tab has the same form and the way to apply', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('tab', { name: 'Expert Login' }).click()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Apply as Expert' })).toBeVisible()
  await sendLogIn(page, cast.ravi)
  await arrivedAt(page, '/expert/profile')
})

test('a forgotten password is set anew by mail, once', async ({ page }) => {
  const account = await addStudent()
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(
    page.getByText('If there is an account with that address, a link is on its way.'),
  ).toBeVisible()
  const link = await linkMailedTo(account.email)
  await page.goto(link)
  await hydrated(page)
  await expectAccessible(page)
  await page.getByLabel('New password').fill('a-better-secret')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await arrivedAt(page, '/login')
  await expect(toastWith(page, 'Password updated successfully!')).toBeVisible()
  await sendLogIn(page, { email: account.email, password: 'a-better-secret' })
  await arrivedAt(page, '/user/profile')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
})

test('what happens in one tab shows in the other, and other browsers can be signed out', async ({
  page,
  browser,
}) => {
  const account = await beStudent(page)
  await page.goto('/user/security')
  await hydrated(page)
  const tab = await page.context().newPage()
  await tab.goto('/')
  await hydrated(tab)
  await expect(tab.getByRole('button', { name: /^Your account/ })).toBeVisible()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await logIn(other, account)
  await page.reload()
  await hydrated(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await other.goto('/user/security')
  await arrivedAt(other, '/login?redirect=/user/security')
  await elsewhere.close()

  await logOut(page)
  await expect(tab.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
})

test('the password is changed by somebody who knows it', async ({ page }) => {
  const account = await beStudent(page)
  await page.goto('/user/security')
  await hydrated(page)
  await page.getByLabel('Current password').fill('not-the-one')
  await page.getByLabel('New password').fill('a-better-secret')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(toastWith(page, 'Failed to update password: The current password is not right.')).toBeVisible()
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(toastWith(page, 'Password updated successfully!')).toBeVisible()
})

test('the team accepts an application, and the expert chooses the password by a link', async ({ page }) => {
  const email = newAddress()
  await be(page, cast.meera)
  await page.goto('/team/applications/new')
  await hydrated(page)
  await expectAccessible(page)
  await page.getByLabel('Full Name').fill('Kavita Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('+91 98450 00000')
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kavita Rao' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(toastWith(page, 'Accepted. The one-time link is on its way.')).toBeVisible()
  const link = await linkMailedTo(email)
  await page.goto('/team/outbox')
  // By the keyboard: mails of others come and go above it.
  await page.getByRole('main').locator('summary', { hasText: email }).press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: link })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.context().clearCookies()
  await page.goto(link)
  await hydrated(page)
  await page.getByLabel('New password').fill('kavita-explains')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await arrivedAt(page, '/login')
  await sendLogIn(page, { email, password: 'kavita-explains' })
  await arrivedAt(page, '/expert/profile')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('one can log in all the same', async ({ page }) => {
    await page.goto('/login')
    await sendLogIn(page, cast.asha)
    await arrivedAt(page, '/user/profile')
  })
})
